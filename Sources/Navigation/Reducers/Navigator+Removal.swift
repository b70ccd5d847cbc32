extension Navigator {
  /// Removes the screen with that id alone.
  func remove(_ id: Screen.ID, _ draft: inout Draft) throws(ActionError) {
    if let container = try target.container(in: draft.tree), draft[container].position(of: id) == nil {
      throw draft.tree.screen(id) == nil
        ? .screenGone(id, in: draft.tree)
        : .forbidden("not-in-target", "The screen \"\(id)\" is not in \"\(container)\".")
    }
    let removal = try removal(of: id, in: draft.tree)
    draft.perform(removal)
    guard case .remove(let screen, let container, let index) = removal else { return }
    draft.refocus(container, removed: screen, at: index, app.definition(of: container, in: draft.tree))
  }

  private func removal(of id: Screen.ID, in tree: Tree) throws(ActionError) -> Edit {
    guard let (container, position) = tree.root.holder(of: id) else { throw .screenGone(id, in: tree) }
    switch position {
    case .presented(let index):
      return .dismiss(container.presented[index], from: container.id, at: index)
    case .listed(let index):
      guard container.screens.count > 1 else {
        throw .forbidden("last-screen", "\"\(id)\" is the only screen of \"\(container.id)\", which needs one.")
      }
      return .remove(container.screens[index], from: container.id, at: index)
    }
  }

  /// Dismisses the presented screen with that id and all screens above it.
  func dismiss(_ id: Screen.ID, _ draft: inout Draft) throws(ActionError) {
    guard let (container, position) = draft.tree.root.holder(of: id) else { throw .screenGone(id, in: draft.tree) }
    let named = target.container ?? container.id
    guard case .presented(let index) = position, named == container.id else {
      throw .forbidden("not-presented", "\"\(id)\" is not presented over \"\(named)\".")
    }
    draft.dismiss(from: container.id, downTo: index)
  }

  /// Dismisses all presented screens, beginning with the lowest container.
  func dismissAll(_ draft: inout Draft) throws(ActionError) {
    if let container = try target.container(in: draft.tree) {
      guard !draft[container].presented.isEmpty else {
        throw .forbidden("nothing-to-dismiss", "Nothing is presented over \"\(container)\".")
      }
      return draft.dismiss(from: container, downTo: 0)
    }
    guard draft.tree.focusPath.contains(where: { !draft[$0].presented.isEmpty }) else {
      throw .passed("nothing-to-dismiss", "Nothing is presented over any focused container.")
    }
    // Anew after each container, since the focus path then leads through other screens.
    while let covered = draft.tree.focusPath.first(where: { !draft[$0].presented.isEmpty }) {
      draft.dismiss(from: covered, downTo: 0)
    }
  }
}
