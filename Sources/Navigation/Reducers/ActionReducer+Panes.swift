import Reduction

extension ActionReducer {
  /// Offers an action of the app's own to the panes beside one that has refused it, in their order: in each to the innermost
  /// focused screen, then to those around it. The pane that takes it gets the focus, unless the first is in the background.
  ///
  /// - Parameter id: Any screen: only one that is a pane has others beside it.
  mutating func offer(
    _ action: Action, from origin: App.Origin, toPanesBeside id: Screen.ID, _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    guard app.hasPanes, let container = draft.tree.container(holding: id), container.kind == .panes,
      let index = container.screens.firstIndex(where: { $0.id == id })
    else { return false }
    for pane in container.panes(beside: index) {
      guard try offer(action, from: origin, toPane: pane, &draft) else { continue }
      // The steps of the action may have moved the focus already, or removed the pane.
      guard container.selected == index, draft.tree.container(container.id)?.selected == index,
        let place = draft.tree.container(container.id)?.screens.firstIndex(where: { $0.id == pane.id })
      else { return true }
      draft.select(place, in: container.id, app.definition(of: container.id, in: draft.tree))
      return true
    }
    return false
  }

  private mutating func offer(
    _ action: Action, from origin: App.Origin, toPane pane: Screen, _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    for screen in pane.focusedScreens.reversed() {
      if try run(action, from: origin, on: screen, &draft) { return true }
      if screen.id != pane.id, try offer(action, from: origin, toPanesBeside: screen.id, &draft) { return true }
    }
    return false
  }
}
