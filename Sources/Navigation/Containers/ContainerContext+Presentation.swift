import JSON
import Reduction

// Actions that all kinds of containers share: presenting and dismissing screens.

extension ContainerContext {
  /// Performs the action if it concerns the presented screens of this container; returns false when it is left to the
  /// reducer of the container's kind.
  func presentation(of action: NavigationAction, in draft: inout Draft) throws(Refusal) -> Bool {
    switch action {
    case .present(let destination, let style, let replacing):
      try present(destination, style, replacing: replacing, in: &draft)
    case .dismiss(_, let count):
      try dismiss(count, in: &draft)
    case .goBack:
      return goBack(in: &draft)
    default:
      return false
    }
    return true
  }

  private func present(
    _ destination: NavigationAction.Destination, _ style: Presented.Style?, replacing: Bool, in draft: inout Draft
  ) throws(Refusal) {
    guard let route = app.routes[destination.route] else {
      throw .state("route-not-taken", "The app has no route \"\(destination.route)\".")
    }
    try checkMayOpen(route, in: draft)
    let replaced = replacing ? draft[container].presented.last?.screen.id : nil
    let screen = try makeScreen(route, destination.params, beside: { $0 != replaced }, in: &draft)
    let presented = Presented(style: style ?? route.presentationStyle, screen: screen)
    if replaced != nil {
      draft.dismiss(from: container, downTo: draft[container].presented.count - 1)
    }
    draft.perform(.present(presented, over: container, at: draft[container].presented.count))
  }

  private func dismiss(_ count: Int, in draft: inout Draft) throws(Refusal) {
    let presented = draft[container].presented
    guard !presented.isEmpty else { throw .state("nothing-to-dismiss", "Nothing is presented over \"\(container)\".") }
    // An action from a presented screen also removes the screens above it.
    let acting = source.flatMap { source in presented.lastIndex { $0.screen.id == source } } ?? presented.count - 1
    // A client's `count` is any integer from 1 on; limited first, the difference cannot overflow.
    draft.dismiss(from: container, downTo: max(0, acting - min(count, presented.count) + 1))
  }

  /// Closes an open drawer, or else dismisses the topmost presented screen; false when there is neither.
  private func goBack(in draft: inout Draft) -> Bool {
    if draft[container].focus.isOpen {
      draft.focus(container) { $0.isOpen = false }
      return true
    }
    let presented = draft[container].presented
    guard !presented.isEmpty else { return false }
    let index = source.flatMap { source in presented.lastIndex { $0.screen.id == source } } ?? presented.count - 1
    // From a covered screen of the list: that screen goes back, not the one that covers it.
    if let source, presented[index].screen.id != source { return false }
    draft.dismiss(from: container, downTo: index)
    return true
  }
}

extension Draft {
  /// Dismisses presented screens from the top down to that index.
  mutating func dismiss(from container: Container.ID, downTo index: Int) {
    for position in (index..<self[container].presented.count).reversed() {
      perform(.dismiss(self[container].presented[position], from: container, at: position))
    }
  }

  /// Changes the selection, if it differs.
  mutating func focus(_ container: Container.ID, _ change: (inout Container.Focus) -> Void) {
    let former = self[container].focus
    var new = former
    change(&new)
    if new != former { perform(.focus(container, former: former, new: new)) }
  }

  /// Selects the screen at that index, which becomes the last entry of the history.
  ///
  /// - Parameters:
  ///   - screens: The container's screens with their previous params; nil when those are unchanged.
  ///   - former: The screen that the selected one replaces, and whose visits are removed.
  ///   - isBack: Whether the visit of the screen that was selected is taken off.
  mutating func select(
    _ index: Int, in container: Container.ID, screens: [Screen]? = nil, forgetting former: Screen.ID? = nil,
    isBack: Bool = false, _ definition: ContainerDefinition
  ) {
    let screens = screens ?? self[container].screens
    focus(container) { focus in
      focus.selected = index
      let owners = definition.keepsParams ? screens : nil
      let history = isBack ? focus.history.dropLast() : focus.history
      let visits = former.map { history.removing($0, from: owners) } ?? history
      focus.history = definition.history(screens, focus: focus, former: visits)
    }
  }

  /// Corrects the selection after a screen was removed from the list.
  mutating func refocus(_ container: Container.ID, removed: Screen, at index: Int, _ definition: ContainerDefinition) {
    guard self[container].kind != .stack else { return }
    let screens = self[container].screens
    focus(container) { focus in
      focus.history = focus.history.removing(removed.id, from: definition.keepsParams ? screens : nil)
      if index < focus.selected {
        focus.selected -= 1
      } else if index == focus.selected {
        // The previously selected screen, or else the neighbour.
        let before = focus.history.last.flatMap { visit in screens.firstIndex { $0.id == visit.screen } }
        focus.selected = before ?? min(index, screens.count - 1)
      }
      focus.history = definition.history(screens, focus: focus, former: focus.history)
    }
  }
}
