import JSON
import Navigation

// Screens that cannot be reached, that cannot be left, and links that never match.

extension DefinitionReview {
  /// The shortest ways to the screens, with the openings by steps, guards and links.
  var screenPaths: ScreenPaths { ScreenPaths(of: app, openings) }

  private var openings: [ScreenPaths.Opening] {
    let all = definition["routes"]?.members.map(\.name) ?? []
    var openings: [ScreenPaths.Opening] = []
    // The screens that open others by expressions.
    var open: Set<String?> = []
    for action in parts.actions {
      guard let route = action.route else { continue }
      let isAny = route == .any
      if isAny, !open.insert(action.owner.route).inserted { continue }
      for to in isAny ? all : [route.name] {
        openings.append(ScreenPaths.Opening(from: action.owner.route, to: to, cause: action.owner.text))
      }
    }
    for name in all {
      guard let route = app.routes[name] else { continue }
      if let path = route.path { openings.append(.init(from: nil, to: name, cause: "link \(path.text)")) }
      if let parent = route.parent?.route, route.path != nil {
        openings.append(.init(from: nil, to: parent, cause: "parent of \(name)"))
      }
    }
    return openings
  }

  mutating func reviewRoutes() {
    let paths = screenPaths
    let reached = Set(paths.routes)
    for (name, _) in definition["routes"]?.members ?? [] {
      if !reached.contains(name) {
        warn(
          "\(Suggestions.quoted(name)) cannot be reached: no `to` of a reachable screen, no step and no link leads to it.",
          at: place(of: name))
      } else if isDeadEnd(name) {
        warn("\(Suggestions.quoted(name)) is a dead end: nothing leads to another screen.", at: place(of: name))
      }
    }
    reviewParents()
  }

  /// Whether a screen has none beneath or beside it, and nothing opens another one.
  private func isDeadEnd(_ name: String) -> Bool {
    guard app.isAlone(name), app.routes.count > 1, let destinations = app.routes[name]?.destinations,
      destinations.allSatisfy({ $0 == name })
    else { return false }
    let isLeft = parts.actions.contains { $0.owner.route == nil || $0.owner.route == name }
    let hasReducer = app.routes[name]?.feature != nil
    return !isLeft && !hasReducer && !app.routes.values.contains { $0.path != nil }
  }

  /// Warns about parents that are parents of each other.
  private mutating func reviewParents() {
    let names = definition["routes"]?.members.map(\.name) ?? []
    for round in Self.rounds(from: names, by: { app.routes[$0]?.parent?.route }) {
      warn(
        "\(Suggestions.list(round)) are parents of each other, so that no screen is the first.",
        at: place(of: round[0], "parent"))
    }
  }

  /// Finds the rounds of names that lead to each other. Each begins with its first name in alphabetical order. Each name is
  /// visited once, because a chain may be as long as the definition.
  ///
  /// - Parameter next: The only name that a name leads to.
  static func rounds(from names: [String], by next: (String) -> String?) -> [[String]] {
    var visited: Set<String> = []
    var rounds: [[String]] = []
    for name in names {
      var chain: [String] = []
      var last: String? = name
      while let name = last, visited.insert(name).inserted {
        chain.append(name)
        last = next(name)
      }
      guard let last, let start = chain.firstIndex(of: last) else { continue }
      let round = chain[start...]
      let first = round.indices.min { round[$0] < round[$1] } ?? start
      rounds.append(Array(round[first...] + round[..<first]))
    }
    return rounds
  }

  mutating func reviewLinks() {
    for (route, other) in app.shadowedLinks {
      warn(
        "Links to \(Suggestions.quoted(route)) never match: those of \(Suggestions.quoted(other)) match the same URLs, and "
          + "are tried before. Use other literals, or params of different types.", at: place(of: route, "path"))
    }
  }
}

extension PlacedAction {
  enum Target: Equatable {
    case named(String), any

    var name: String { if case .named(let name) = self { name } else { "" } }
  }

  /// The route that the action may open; nil if it opens none.
  fileprivate var route: Target? {
    guard let type = node["type"]?.value.stringValue else { return nil }
    if type == "reset" || type == "route" && node["url"] != nil { return .any }
    return node["route"]?.value.stringValue.map { $0.contains("${") ? .any : .named($0) }
  }
}
