import JSON
import Navigation

// Screens that cannot be reached, that cannot be left, and links that never match.

extension DefinitionReview {
  mutating func reviewRoutes() {
    let reached = Set(ScreenPaths(of: app).routes)
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
      // A chain that ends in an earlier one has no round of its own.
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
        "Links to \(Suggestions.quoted(route)) never match: those of \(Suggestions.quoted(other)) match the same URLs and "
          + "are tried first. Use other literals, or params of different types.", at: place(of: route, "path"))
    }
  }
}
