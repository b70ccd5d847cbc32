import JSON

/// The notification of a screen that one which it opened was removed by a navigation action.
///
/// When several screens are removed together, only the lowest was opened by one that stays, so only its removal is
/// reported.
struct ClosingNotice {
  /// The screen that is notified.
  let opener: Screen.ID
  let closed: ScreenClosed

  /// Finds the removed screen and its opener.
  ///
  /// - Parameters:
  ///   - edits: The applied steps of that action alone.
  ///   - tree: The tree after them.
  /// - Returns: nil when there is no opener, or its feature does not handle removals.
  init?(of edits: ArraySlice<Edit>, result: JSONValue?, in tree: Tree, of app: App) {
    // Screens are removed from the top down, so the lowest is the last.
    guard let last = edits.lastIndex(where: { $0.leaving != nil }), let screen = edits[last].leaving else { return nil }
    var past = tree
    for edit in edits[(last + 1)...].reversed() { past.apply(edit.inverse) }
    guard let opener = Self.recipient(among: Self.opener(of: edits[last], in: past), in: tree, of: app) else {
      return nil
    }
    self.opener = opener
    self.closed = ScreenClosed(screen, result: result)
  }

  /// The screen that opened the one that a step removes.
  private static func opener(of edit: Edit, in tree: Tree) -> Screen? {
    switch edit {
    case .remove(_, let container, let index): opener(of: index, in: tree.container(container))
    case .dismiss(_, let container, let index): opener(ofPresented: index, in: tree.container(container))
    default: nil
    }
  }

  /// The screen below that index of a stack. In other containers screens are side by side, and none opened another.
  private static func opener(of index: Int, in container: Container?) -> Screen? {
    guard let container, container.kind == .stack, index > 0 else { return nil }
    return container.screens[index - 1]
  }

  /// The screen below the one that was presented at that index.
  private static func opener(ofPresented index: Int, in container: Container?) -> Screen? {
    guard let container else { return nil }
    return index > 0 ? container.presented[index - 1].screen : container.selectedScreen
  }

  /// The innermost screen, in a screen and its focused content, that handles removals and stays.
  private static func recipient(among opener: Screen?, in tree: Tree, of app: App) -> Screen.ID? {
    var recipient: Screen.ID?
    var next = opener
    while let screen = next {
      if app.routes[screen.route]?.feature?.handlesClosed == true, tree.screen(screen.id) != nil {
        recipient = screen.id
      }
      next = screen.content?.focused
    }
    return recipient
  }
}

extension Edit {
  /// The screen that this step removes.
  fileprivate var leaving: Screen? {
    switch self {
    case .remove(let screen, _, _): screen
    case .dismiss(let presented, _, _): presented.screen
    default: nil
    }
  }
}
