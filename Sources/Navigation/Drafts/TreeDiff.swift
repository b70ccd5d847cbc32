/// The difference between two states of a session as recorded steps, undone or repeated.
///
/// Holds the steps while they are few. Beyond a limit it holds the resulting tree instead, so that the size of the
/// change depends on the difference of the trees, not on the number of steps.
package struct TreeDiff: Sendable {
  /// For timers that fire once, `fireAt` is the remaining time in milliseconds.
  private(set) var steps: [Edit] = []
  /// The resulting tree; nil while the steps are held.
  private(set) var end: Tree?
  private let start: Tree
  private var length = 0

  package init(from tree: Tree) {
    start = tree
  }

  /// Appends steps.
  ///
  /// - Parameter length: The size of their text in bytes.
  /// - Throws: `EditMismatch` when the resulting tree is held and the steps do not fit it.
  package mutating func append(_ added: [Edit], length: Int) throws(EditMismatch) {
    self.length += length
    steps += added
    guard end != nil || steps.count > Self.mostSteps || steps.count > 1 && self.length > Self.greatestLength else {
      return
    }
    var end = end ?? start
    // Makes the parts of the tree uniquely referenced.
    self.end = nil
    for step in steps {
      let step = try end.resolved(step)
      if !step.isOfTimer { try end.check(step, exactly: false) }
      end.apply(step)
    }
    steps = []
    self.end = end
  }

  private static let mostSteps = 100
  /// Limits the steps, since a move over earlier moves would otherwise double in size each time.
  private static let greatestLength = 128_000
}

extension Draft {
  /// Performs a move that begins at this tree, as a part of a new change.
  ///
  /// - Throws: `EditMismatch` when its stored steps do not fit. The caller then rolls back the draft.
  package mutating func apply(_ diff: TreeDiff) throws(EditMismatch) {
    if let end = diff.end { try replaceTree(with: end) } else { for step in diff.steps { try reapply(step) } }
    try tree.checkShape()
    guard tree.lastID <= Tree.largestNumber else { throw EditMismatch("an id has the number \(tree.lastID)") }
  }

  private mutating func replaceTree(with end: Tree) throws(EditMismatch) {
    if end.root != tree.root { perform(.replace(tree.root.id, former: tree.root, new: end.root)) }
    if end.data != tree.data { perform(.data(former: tree.data, new: end.data)) }
    if end.appVersion != tree.appVersion { perform(.version(former: tree.appVersion, new: end.appVersion)) }
    for timer in tree.timers where end.timer(timer.id) == nil { perform(.unschedule(timer)) }
    for timer in end.timers { try reapply(.schedule(timer)) }
  }

  private mutating func reapply(_ step: Edit) throws(EditMismatch) {
    switch step {
    case .forget: return
    case .schedule(let timer):
      guard tree.timer(timer.id) == nil else { return }
      // A recurring timer goes on at its own times; another one keeps the time that it had left.
      let fireAt = timer.recurrence.map { $0.next(after: now) } ?? now + timer.fireAt
      if let fireAt { perform(.schedule(timer.firing(at: min(fireAt, Timer.moments.upperBound)))) }
    case .unschedule(let timer):
      // Its screen may have been removed, it may have fired in the undone part, or have another due time.
      if let pending = tree.timer(timer.id) { perform(.unschedule(pending)) }
    default:
      let step = try tree.resolved(step)
      try tree.check(step, exactly: false)
      perform(step)
    }
  }
}

extension Timer {
  package func firing(at moment: Int64, refused code: String? = nil) -> Timer {
    Timer(
      id: id, screen: screen, effect: effect, fireAt: moment, action: action, recurrence: recurrence, lastRefusal: code)
  }
}
