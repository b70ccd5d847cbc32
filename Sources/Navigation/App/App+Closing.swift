import JSON

extension App {
  /// The screen that hears of what a navigation action removed.
  ///
  /// Of the screens that leave together only the lowest was opened by one that stays, so only that one is told of.
  ///
  /// - Parameters:
  ///   - edits: The steps of that action alone, already made.
  ///   - tree: What there is after them.
  /// - Returns: The screen that opened it, and what it is told; nil when none did, or its feature does not hear of it.
  func closing(
    _ edits: ArraySlice<Edit>, result: JSONValue?, in tree: Tree
  ) -> (opener: Screen.ID, closed: ScreenClosed)? {
    // What leaves together leaves from the top down, so the lowest comes last.
    guard let last = edits.lastIndex(where: { $0.leaving != nil }), let screen = edits[last].leaving else { return nil }
    var past = tree
    for edit in edits[(last + 1)...].reversed() { past.apply(edit.inverse) }
    return hearer(among: opener(of: edits[last], in: past), in: tree).map { ($0, ScreenClosed(screen, result: result)) }
  }

  /// The screen that opened the one which leaves with a step.
  private func opener(of edit: Edit, in tree: Tree) -> Screen? {
    switch edit {
    case .remove(_, let container, let index): opener(of: index, in: tree.container(container))
    case .dismiss(_, let container, let index): opener(ofPresented: index, in: tree.container(container))
    default: nil
    }
  }

  /// The screen of a stack that lies under what stood at that index. In other containers screens stand side by side.
  private func opener(of index: Int, in container: Container?) -> Screen? {
    guard let container, container.kind == .stack, index > 0 else { return nil }
    return container.screens[index - 1]
  }

  /// The screen that lies under what was presented at that index.
  private func opener(ofPresented index: Int, in container: Container?) -> Screen? {
    guard let container else { return nil }
    return index > 0 ? container.presented[index - 1].screen : container.selectedScreen
  }

  /// Of a screen and what the user sees inside it, the innermost that hears of it and stays.
  private func hearer(among opener: Screen?, in tree: Tree) -> Screen.ID? {
    var hearer: Screen.ID?
    var next = opener
    while let screen = next {
      if routes[screen.route]?.feature?.hearsClosed == true, tree.screen(screen.id) != nil { hearer = screen.id }
      next = screen.content?.focused
    }
    return hearer
  }
}

extension Edit {
  /// The screen that leaves with this step.
  fileprivate var leaving: Screen? {
    switch self {
    case .remove(let screen, _, _): screen
    case .dismiss(let presented, _, _): presented.screen
    default: nil
    }
  }
}
