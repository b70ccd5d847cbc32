/// The recipient that a navigation action names, if any: a container, or a screen of one.
struct ActionTarget {
  /// The container that receives the action.
  var container: Container.ID?
  /// The screen from which the action is performed.
  var source: Screen.ID?
  /// Whether the action is passed on to the containers around that of the source, until one accepts it.
  var isPassedOn = false

  /// Whether the action names its recipient, so that no other container is tried.
  var isNamed: Bool { container != nil || source != nil }

  /// Returns the named container, or the one of the named screen; nil when the action names neither.
  ///
  /// - Throws: `ActionError` (409) when the tree does not have them.
  func container(in tree: Tree) throws(ActionError) -> Container.ID? {
    if let source { return try holder(of: source, in: tree) }
    guard let container else { return nil }
    guard tree.container(container) != nil else {
      throw .forbidden(
        "container-gone",
        "There is no container \"\(container)\"; the focused ones are \(App.list(tree.focusPath)).")
    }
    return container
  }

  private func holder(of source: Screen.ID, in tree: Tree) throws(ActionError) -> Container.ID {
    guard let holder = tree.container(holding: source) else { throw .screenGone(source, in: tree) }
    guard container == nil || container == holder.id else {
      throw .forbidden(
        "not-in-target", "The screen \"\(source)\" is in \"\(holder.id)\", not in \"\(container ?? "")\".")
    }
    return holder.id
  }
}

extension ActionTarget {
  /// Reads the recipient that an action names.
  init(of action: Action) throws(ActionError) {
    self.init(container: try action.target, source: try action.source)
  }
}

extension ActionError {
  /// The refusal of an action that names an absent screen.
  static func screenGone(_ screen: Screen.ID, in tree: Tree) -> ActionError {
    let isContainer = tree.container(screen) != nil
    return .forbidden(
      "screen-gone",
      isContainer
        ? "\"\(screen)\" is a container, not a screen; only `target` names a container."
        : "There is no screen \"\(screen)\"; it may have been removed.")
  }
}
