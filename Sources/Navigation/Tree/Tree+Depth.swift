extension Tree {
  /// The greatest nesting depth of containers.
  package var depth: Int { root.depth }
}

extension Container {
  fileprivate var depth: Int {
    let listed = screens.reduce(0) { max($0, $1.content?.depth ?? 0) }
    return 1 + presented.reduce(listed) { max($0, $1.screen.content?.depth ?? 0) }
  }
}

extension Edit {
  /// Whether the step may increase the depth of a tree.
  var bringsContainers: Bool {
    switch self {
    case .insert(let screen, _, _): screen.content != nil
    case .present(let presented, _, _): presented.screen.content != nil
    case .replace: true
    default: false
    }
  }
}
