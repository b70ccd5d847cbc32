import JSON

/// An error for a stored step that does not fit the tree to which it is applied.
package struct EditMismatch: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Tree {
  /// Checks that a step can be applied. Steps of reducers always fit; stored ones may be corrupted.
  ///
  /// - Parameter exactly: Whether also the former values must equal the current ones, and added ids must be new. Only
  ///   then can the step be undone and redone any number of times.
  func check(_ edit: Edit, exactly: Bool) throws(EditMismatch) {
    switch edit {
    case .insert(let screen, let id, let index):
      try check(index, upTo: try existing(id).screens.count, in: id)
      if exactly { try checkIDs(of: screen) }
    case .remove(let screen, let id, let index):
      let list = try existing(id).screens
      try check(index, upTo: list.count - 1, in: id)
      try check(list[index], is: screen, exactly: exactly, in: id)
    case .move(let id, let from, let to):
      let last = try existing(id).screens.count - 1
      try check(from, upTo: last, in: id)
      try check(to, upTo: last, in: id)
    case .present(let presented, let id, let index):
      try check(index, upTo: try existing(id).presented.count, in: id)
      if exactly { try checkIDs(of: presented.screen) }
    case .dismiss(let presented, let id, let index):
      let list = try existing(id).presented
      try check(index, upTo: list.count - 1, in: id)
      try check(list[index].screen, is: presented.screen, exactly: exactly, in: id)
      if exactly, list[index].style != presented.style {
        throw EditMismatch("\(presented.screen.id) has a different style")
      }
    case .focus(let id, let former, let new):
      let container = try existing(id)
      guard (new.visits != nil) == (container.focus.visits != nil) else {
        throw EditMismatch("\(id) would get visits, or lose them")
      }
      let isSame = container.kind == .stack ? container.focus.visits == former.visits : container.focus == former
      if exactly, !isSame { throw EditMismatch("\(id) has a different selection than the edit") }
    case .replace(let id, let former, let new):
      try checkReplacement(of: try existing(id), former, new, exactly: exactly)
    case .params(let id, let former, _):
      let screen = try existing(screen: id)
      if exactly, screen.params != former { throw EditMismatch("\(id) has different params than the edit") }
    case .formerParams(let id, let former, _):
      let screen = try existing(screen: id)
      if exactly, screen.formerParams != former {
        throw EditMismatch("\(id) has different former params than the edit")
      }
    case .state(let id, let former, _):
      let screen = try existing(screen: id)
      if exactly, screen.state != former { throw EditMismatch("\(id) has a different state than the edit") }
    case .intent(let id, let former, _):
      let screen = try existing(screen: id)
      if exactly, screen.intent != former { throw EditMismatch("\(id) has a different intent than the edit") }
    case .data(let former, _):
      if exactly, data != former { throw EditMismatch("the data differs from the edit") }
    case .version(let former, _):
      if exactly, appVersion != former { throw EditMismatch("the version of the app differs from the edit") }
    case .forget: break
    case .patch:
      preconditionFailure("a patch is resolved before it is checked")
    case .schedule(let timer):
      if self.timer(timer.id) != nil { throw EditMismatch("the timer \(timer.id) already exists") }
    case .unschedule(let timer):
      if exactly, self.timer(timer.id) != timer { throw EditMismatch("the timer \(timer.id) does not exist") }
    }
  }

  private func checkReplacement(
    of container: Container, _ former: Container, _ new: Container, exactly: Bool
  ) throws(EditMismatch) {
    guard new.id == container.id else { throw EditMismatch("\(container.id) would be replaced by \(new.id)") }
    guard exactly else { return }
    guard container == former else { throw EditMismatch("\(container.id) holds different screens than the edit") }
    // Screens and containers that are kept have the same ids.
    let kept = former.namedIDs
    let others = root.namedIDs.subtracting(kept)
    guard new.idCount == new.namedIDs.count, new.namedIDs.isDisjoint(with: others) else {
      throw EditMismatch("an id occurs twice in \(new.id)")
    }
  }

  private func existing(_ id: Container.ID) throws(EditMismatch) -> Container {
    guard let container = container(id) else { throw EditMismatch("the container \(id) does not exist") }
    return container
  }

  private func existing(screen id: Screen.ID) throws(EditMismatch) -> Screen {
    guard let screen = screen(id) else { throw EditMismatch("the screen \(id) does not exist") }
    return screen
  }

  private func check(_ index: Int, upTo last: Int, in id: Container.ID) throws(EditMismatch) {
    guard index >= 0, index <= last else { throw EditMismatch("\(id) has no index \(index)") }
  }

  private func check(_ found: Screen, is screen: Screen, exactly: Bool, in id: Container.ID) throws(EditMismatch) {
    guard exactly ? found == screen : found.id == screen.id else {
      throw EditMismatch("\(id) holds \(found.id) instead of \(screen.id), or its content differs")
    }
  }

  private func checkIDs(of screen: Screen) throws(EditMismatch) {
    // A screen without content, as most are, needs no sets of all ids.
    guard let content = screen.content else {
      guard self.screen(screen.id) == nil else { throw EditMismatch("the screen \(screen.id) already exists") }
      return
    }
    let ids = content.namedIDs.union(["screen " + screen.id])
    guard ids.count == content.idCount + 1, ids.isDisjoint(with: root.namedIDs) else {
      throw EditMismatch("an id in \(screen.id) already exists")
    }
  }
}

extension Tree {
  /// Checks the invariants of a tree: each container has a screen and a selection, ids are unique, and the nesting
  /// depth is within its limit.
  package func checkWhole() throws(EditMismatch) {
    try checkShape()
    guard root.namedIDs.count == root.idCount else { throw EditMismatch("an id occurs twice") }
  }

  /// Checks the invariants except for the ids, which take most of the time. Sufficient to prevent traps.
  package func checkShape() throws(EditMismatch) {
    try Self.checkShape(of: root, depth: 1)
  }

  private static func checkShape(of container: Container, depth: Int) throws(EditMismatch) {
    let id = container.id
    guard depth <= App.maximumDepth else {
      throw EditMismatch("\(id) is nested in \(depth - 1) containers; the limit is \(App.maximumDepth)")
    }
    guard container.screens.indices.contains(container.selected) else {
      throw EditMismatch("\(id) has no screen \(container.selected)")
    }
    for screen in container.screens { try checkContent(of: screen, depth) }
    for presented in container.presented { try checkContent(of: presented.screen, depth) }
  }

  private static func checkContent(of screen: Screen, _ depth: Int) throws(EditMismatch) {
    if let content = screen.content { try checkShape(of: content, depth: depth + 1) }
  }
}

extension Draft {
  /// Applies a stored change without running reducers.
  ///
  /// - Parameters:
  ///   - exactly: See `Tree.check`.
  ///   - keepingText: Whether long values are kept as their text, until the caller calls `expand`.
  /// - Returns: The steps, with the values that patches omit.
  @discardableResult
  package mutating func replay(
    stored edits: [Edit], exactly: Bool = false, keepingText: Bool = false
  ) throws(EditMismatch) -> [Edit] {
    try edits.map { edit throws(EditMismatch) in
      // One by one, since a patch refers to the value that the steps before it leave.
      let edit = try tree.resolved(edit, keepingText: keepingText)
      // Always before the step: `apply` traps for one that does not fit.
      try tree.check(edit, exactly: exactly)
      trackText(of: edit)
      replay([edit])
      return edit
    }
  }

  /// Undoes a stored change; the parameters and the result are those of `replay`.
  @discardableResult
  package mutating func revert(
    stored edits: [Edit], exactly: Bool = false, keepingText: Bool = false
  ) throws(EditMismatch) -> [Edit] {
    let reverted = try edits.reversed().map { edit throws(EditMismatch) in
      let inverse = try tree.resolved(edit.inverse, keepingText: keepingText)
      try tree.check(inverse, exactly: exactly)
      trackText(of: inverse)
      let resolved = inverse.inverse
      revert([resolved])
      return resolved
    }
    return reverted.reversed()
  }
}
