import JSON

extension App {
  /// Who is to hear of what a navigation action removed.
  ///
  /// Of the screens that leave together only the lowest was opened by one that stays, so only that one is told of.
  ///
  /// - Parameter edits: The steps of that action alone, already made.
  /// - Returns: The screen that opened it, and what it is told; nil when none did, or its feature does not hear of it.
  func closing(
    _ edits: ArraySlice<Edit>, result: JSONValue?, in tree: Tree
  ) -> (opener: Screen.ID, closed: Closed)? {
    // What leaves together leaves from the top down, so the lowest comes last.
    for edit in edits.reversed() {
      switch edit {
      case .remove(let screen, let container, let index):
        return hearer(among: opener(of: index, in: tree.container(container))).map {
          ($0, Closed(screen, result: result))
        }
      case .dismiss(let presented, let container, let index):
        let opener = opener(ofPresented: index, in: tree.container(container))
        return hearer(among: opener).map { ($0, Closed(presented.screen, result: result)) }
      default: continue
      }
    }
    return nil
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

  /// Of a screen and what the user sees inside it, the innermost that hears of it.
  private func hearer(among opener: Screen?) -> Screen.ID? {
    var hearer: Screen.ID?
    var next = opener
    while let screen = next {
      if routes[screen.route]?.feature?.hearsClosed == true { hearer = screen.id }
      next = screen.content?.focused
    }
    return hearer
  }
}
