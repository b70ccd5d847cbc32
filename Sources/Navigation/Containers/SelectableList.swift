import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// Lists of screens of which one is selected: tabs; a drawer, which is opened and closed besides; pages in a row, without
  /// a history; panes, which are visible at once, and of which the selected one has the focus.
  static let list = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let list = SelectableList(context: context)
    let kind = draft[context.container].kind
    switch action {
    case .select(let match, let params, let merge): try list.select(match, params: params, merge: merge, in: &draft)
    case .navigate(let destination, let merge, _) where kind != .pages:
      try list.select(.route(destination.route), params: destination.params, merge: merge, in: &draft)
    case .selectNext(let circular) where kind != .drawer: try list.step(by: 1, circular: circular, in: &draft)
    case .selectPrevious(let circular) where kind != .drawer: try list.step(by: -1, circular: circular, in: &draft)
    case .selectFirst where kind != .drawer: list.selectEnd(first: true, in: &draft)
    case .selectLast where kind != .drawer: list.selectEnd(first: false, in: &draft)
    case .openDrawer where kind == .drawer: draft.focus(context.container) { $0.isOpen = true }
    case .closeDrawer where kind == .drawer: draft.focus(context.container) { $0.isOpen = false }
    case .toggleDrawer where kind == .drawer: draft.focus(context.container) { $0.isOpen.toggle() }
    case .goBack where kind == .panes: try list.goToPaneBefore(in: &draft)
    case .goBack where kind != .pages: try list.goBack(in: &draft)
    default: throw notFor(kind, action)
    }
    return .none
  }
}

/// The logic that tabs, drawer, pages and panes share: a list of screens of which one is selected.
struct SelectableList {
  let context: ContainerContext
  var id: Container.ID { context.container }

  /// Performs `select`, and `navigate` in tabs, drawers and panes.
  func select(
    _ match: NavigationAction.Match, params: JSONObject?, merge: Bool, in draft: inout Draft
  ) throws(Refusal) {
    let index = try index(of: match, in: draft)
    let isReselected = index == draft[id].selected
    let screens = draft[id].screens
    let screen = screens[index]
    let isReplaced = try setParams(of: screen, at: index, params, merge: merge, in: &draft)
    // The previous visit had the params from before this action.
    if isReplaced {
      draft.select(index, in: id, forgetting: screen.id, context.definition)
    } else {
      draft.select(index, in: id, screens: screens, context.definition)
    }
    // As in React Navigation, a drawer closes on every selection, also of the selected screen.
    draft.focus(id) { $0.isOpen = false }
    if isReselected, !isReplaced { reselect(screen, in: &draft) }
  }

  /// Selects the neighbour; with `circular`, the other end follows the end.
  func step(by distance: Int, circular: Bool, in draft: inout Draft) throws(Refusal) {
    let count = draft[id].screens.count
    let next = draft[id].selected + distance
    guard circular || (0..<count).contains(next) else {
      let end = distance > 0 ? "last" : "first"
      throw .state(
        "at-the-end", "The \(end) of \(count) screens is selected; `\"circular\": true` continues at the other end.")
    }
    // `next` is at least -1, since a step is one screen: the remainder is an index.
    draft.select((next + count) % count, in: id, context.definition)
  }

  /// Selects the first or the last screen.
  func selectEnd(first: Bool, in draft: inout Draft) {
    draft.select(first ? 0 : draft[id].screens.count - 1, in: id, context.definition)
  }

  /// Selects the previous screen of the history.
  func goBack(in draft: inout Draft) throws(Refusal) {
    guard let index = draft[id].previousIndex else {
      throw .state("nothing-to-go-back-to", "\"\(id)\" has no screen to go back to.")
    }
    let screens = draft[id].screens
    let history = Array(draft[id].focus.history.dropLast())
    if let params = history[history.count - 1].params { restore(params, of: screens[index], in: &draft) }
    draft.focus(id) { focus in
      focus.selected = index
      focus.history = context.definition.history(screens, focus: focus, former: history)
    }
  }

  /// Gives the focus to the pane before that of the acting screen.
  func goToPaneBefore(in draft: inout Draft) throws(Refusal) {
    let index = try context.actingIndex(in: draft)
    guard index > 0 else {
      throw .state("nothing-to-go-back-to", "\"\(draft[id].screens[index].route)\" is the first pane.")
    }
    draft.select(index - 1, in: id, context.definition)
  }

  /// Restores the params of an earlier visit, unless another screen has that identity now.
  private func restore(_ params: JSONObject, of screen: Screen, in draft: inout Draft) {
    let isTaken = context.app.routes[screen.route].map { draft[id].isTaken(params, $0, by: { $0 != screen.id }) }
    if isTaken != true { draft.setParams(of: screen, to: params) }
  }

  private func index(of match: NavigationAction.Match, in draft: Draft) throws(Refusal) -> Int {
    let screens = draft[id].screens
    let found: Int?
    switch match {
    case .route(let name):
      _ = try context.destination(name)
      found = screens.firstIndex { $0.route == name }
    case .id(let id): found = screens.firstIndex { $0.id == id }
    case .index(let index): found = screens.indices.contains(index) ? index : nil
    }
    guard let found else {
      throw .state("nothing-to-select", "\"\(id)\" has no such screen; it has \(App.list(screens.map(\.id))).")
    }
    return found
  }

  /// Sets the params of a screen. A change of its identity replaces it by a new screen, which keeps none of the former
  /// params.
  ///
  /// - Returns: Whether a new screen has replaced it.
  private func setParams(
    of screen: Screen, at index: Int, _ given: JSONObject?, merge: Bool, in draft: inout Draft
  ) throws(Refusal) -> Bool {
    guard let given, let route = context.app.routes[screen.route] else { return false }
    let params = try context.params(of: screen, route, given: given, merge: merge)
    guard route.identity(params) != route.identity(screen.params) else {
      draft.setParams(of: screen, to: params)
      return false
    }
    let new = try context.makeScreen(route, given, beside: { $0 != screen.id }, in: &draft)
    draft.perform(.remove(screen, from: id, at: index))
    draft.perform(.insert(new, into: id, at: index))
    return true
  }

  private func reselect(_ screen: Screen, in draft: inout Draft) {
    switch context.definition.reselect {
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
