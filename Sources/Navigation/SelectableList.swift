import JSON
import Reduction

/// What tabs, drawer and pages have in common: a list of screens of which one is selected.
struct SelectableList {
  let level: Level
  var id: Container.ID { level.container }

  /// Selects a screen; `select`, and `navigate` where that is the same.
  func select(
    _ match: NavigationAction.Match, params: JSONObject?, merge: Bool, in draft: inout Draft
  ) throws(Refusal) {
    let index = try index(of: match, in: draft)
    let isReselected = index == draft[id].selected
    let screen = draft[id].screens[index]
    let isReplaced = try setParams(of: screen, at: index, params, merge: merge, in: &draft)
    focus(on: index, in: &draft)
    // Whoever chose something in a drawer, or the same again, is done with it, as in React Navigation.
    draft.focus(id) { $0.isOpen = false }
    if isReselected, !isReplaced { reselect(screen, in: &draft) }
  }

  /// Selects the neighbour, or the one at the other end.
  func step(by distance: Int, circular: Bool, in draft: inout Draft) throws(Refusal) {
    let count = draft[id].screens.count
    let next = draft[id].selected + distance
    guard circular || (0..<count).contains(next) else {
      let end = distance > 0 ? "last" : "first"
      throw .state("at-the-end", "The \(end) of \(count) screens is selected; `circular` goes on at the other end.")
    }
    focus(on: (next + count) % count, in: &draft)
  }

  /// Selects by position: 0 is the first, nil the last.
  func selectEnd(first: Bool, in draft: inout Draft) {
    focus(on: first ? 0 : draft[id].screens.count - 1, in: &draft)
  }

  /// Goes to the screen that was selected before, as the history has it.
  func goBack(in draft: inout Draft) throws(Refusal) {
    let history = draft[id].focus.history
    guard history.count > 1, let index = draft[id].screens.firstIndex(where: { $0.id == history[history.count - 2] })
    else { throw .state("nothing-to-go-back-to", "\"\(id)\" has no screen to go back to.") }
    let screens = draft[id].screens
    draft.focus(id) { focus in
      focus.selected = index
      focus.history = level.definition.history(screens, focus: focus, former: history.dropLast())
    }
  }

  func focus(on index: Int, in draft: inout Draft) {
    let screens = draft[id].screens
    draft.focus(id) { focus in
      focus.selected = index
      focus.history = level.definition.history(screens, focus: focus, former: focus.history)
    }
  }

  private func index(of match: NavigationAction.Match, in draft: Draft) throws(Refusal) -> Int {
    let screens = draft[id].screens
    let found: Int?
    switch match {
    case .route(let name):
      _ = try level.destination(name)
      found = screens.firstIndex { $0.route == name }
    case .id(let id): found = screens.firstIndex { $0.id == id }
    case .index(let index): found = screens.indices.contains(index) ? index : nil
    }
    guard let found else {
      throw .state("nothing-to-select", "\"\(id)\" has no such screen; it has \(App.list(screens.map(\.id))).")
    }
    return found
  }

  /// Gives a screen its params; a new screen takes its place when they make it another one.
  ///
  /// - Returns: Whether a new screen took its place.
  private func setParams(
    of screen: Screen, at index: Int, _ given: JSONObject?, merge: Bool, in draft: inout Draft
  ) throws(Refusal) -> Bool {
    guard let given, let route = level.app.routes[screen.route] else { return false }
    let params = try level.params(of: screen, route, given: given, merge: merge)
    guard let identity = route.identity(params), identity != route.identity(screen.params) else {
      draft.setParams(of: screen, to: params)
      return false
    }
    let new = try level.makeScreen(route, params, in: &draft)
    draft.perform(.remove(screen, from: id, at: index))
    draft.perform(.insert(new, into: id, at: index))
    draft.focus(id) { focus in focus.history = focus.history.map { $0 == screen.id ? new.id : $0 } }
    return true
  }

  private func reselect(_ screen: Screen, in draft: inout Draft) {
    switch level.definition.reselect {
    case .none:
      return
    case .output:
      draft.send(SentOutput(name: "reselect", value: ["id": .string(screen.id), "route": .string(screen.route)]))
    case .popToRoot:
      guard let content = screen.content, content.kind == .stack, content.presented.isEmpty else { return }
      for index in content.screens.indices.dropFirst().reversed() {
        draft.perform(.remove(content.screens[index], from: content.id, at: index))
      }
    }
  }
}

extension ContainerReducer {
  /// The refusal of what another kind does.
  static func notFor(_ kind: Container.Kind) -> Refusal {
    .state("not-for-this-kind", "That is no action of the kind `\(kind.rawValue)`.")
  }
}
