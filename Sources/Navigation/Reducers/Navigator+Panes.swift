extension Navigator {
  /// Offers an action to the panes beside one, in their order, until a container on the focus path of one accepts it. That
  /// pane gets the focus, unless the one beside it is in the background.
  ///
  /// - Parameters:
  ///   - container: Any container: only panes that no presented screen covers are asked.
  ///   - index: The pane that has refused the action.
  ///   - deepest: The first refusal.
  func isTaken(
    _ action: NavigationAction, byPanesOf container: Container.ID, beside index: Int, _ draft: inout Draft,
    or deepest: inout ActionError?
  ) throws(ActionError) -> Bool {
    guard draft[container].hasOpenPanes, action.isForAllPanes else { return false }
    var navigator = self
    navigator.actor = actor ?? target.source
    navigator.target = ActionTarget()
    let isFocused = draft[container].selected == index
    for other in draft[container].screens.indices where other != index {
      guard try navigator.isTaken(action, byPane: other, of: container, &draft, or: &deepest) else { continue }
      if isFocused { draft.select(other, in: container, app.definition(of: container, in: draft.tree)) }
      return true
    }
    return false
  }

  private func isTaken(
    _ action: NavigationAction, byPane index: Int, of container: Container.ID, _ draft: inout Draft,
    or deepest: inout ActionError?
  ) throws(ActionError) -> Bool {
    guard let content = draft[container].screens[index].content else { return false }
    for inner in content.focusPath.reversed() {
      if try isTaken(action, by: inner, &draft, or: &deepest) { return true }
      let beside = draft[inner].selected
      if try isTaken(action, byPanesOf: inner, beside: beside, &draft, or: &deepest) { return true }
    }
    return false
  }

  /// The refusal of an action that no container has accepted.
  ///
  /// - Parameters:
  ///   - deepest: The refusal of the first one that was asked.
  ///   - first: That one; those around it were asked after it.
  func refusal(
    of action: NavigationAction, _ deepest: ActionError?, outwardFrom first: Container.ID?, in tree: Tree
  ) -> ActionError {
    let refused = deepest ?? .passed("not-handled", "No container on the focus path handles this action.")
    // That of one stack or of the panes themselves would hide that all stacks in the panes were asked.
    guard action.popsStack, ["nothing-to-pop", "not-for-this-kind"].contains(refused.refusal.code),
      let panes = first.flatMap({ tree.containers(outwardFrom: $0).first { tree[$0].kind == .panes } })
    else { return refused }
    return ActionError(
      .state(
        "nothing-to-pop",
        "There is nothing to pop: each stack in the panes of \"\(panes)\", and around them, shows its first screen or is "
          + "covered."))
  }
}

extension NavigationAction {
  fileprivate var popsStack: Bool {
    switch self {
    case .pop, .popToRoot: true
    default: false
    }
  }

  /// Whether panes without the focus are asked, too: the action names a route, or pops a stack.
  fileprivate var isForAllPanes: Bool {
    switch self {
    case .push, .replace, .navigate, .insert, .switchTo, .pop, .popToRoot: true
    case .select(.route, _, _), .popTo(.route, _, _, _): true
    default: false
    }
  }
}
