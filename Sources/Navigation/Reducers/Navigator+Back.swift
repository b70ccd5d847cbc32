extension Navigator {
  /// Whether `goBack` begins at the current screen: it names no recipient. That of a step does so in an app that goes back
  /// chronologically, if the screen that acts is in front; elsewhere it begins at that screen.
  func goesBackFromCurrent(in tree: Tree) -> Bool {
    guard target.isNamed else { return true }
    guard target.isPassedOn, tree.root.focus.visits != nil else { return false }
    return tree.focusedScreens.contains { $0.id == target.source }
  }

  /// Closes an open drawer, or else returns to former params of the current screen, or to the screen that was visited
  /// before, or else goes back within the focused containers.
  func goBack(_ draft: inout Draft) throws(ActionError) {
    if let drawer = draft.tree.openDrawer { return draft.focus(drawer) { $0.isOpen = false } }
    var navigator = self
    navigator.target = ActionTarget()
    guard draft.tree.root.focus.visits != nil else { return try navigator.offerToFocused(.goBack, &draft) }
    // Former params of the current screen come before other screens.
    if let container = draft.tree.focusPath.last,
      navigator.context(of: container, in: draft.tree).returnToFormerParams(by: .goBack, in: &draft)
    {
      return
    }
    if let visited = draft.takeVisit(), let (container, position) = draft.tree.root.holder(of: visited) {
      returnToFront(position, of: container.id, &draft)
    } else {
      try navigator.offerToFocused(.goBack, &draft)
    }
    draft.endGoingBack()
  }
}
