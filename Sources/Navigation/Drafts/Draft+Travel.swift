/// The way of a session to another of its states: recorded steps, gone once more or back.
///
/// Keeps the steps while they are few. The change that goes a long way would grow with it, and not with what differs in
/// the end; so of a long way the tree at its end is kept.
package struct TreeWay: Sendable {
  /// Steps of timers have the time that was left of theirs as `fireAt`, in milliseconds.
  private(set) var steps: [Edit] = []
  /// nil while the steps are kept.
  private(set) var end: Tree?
  private let start: Tree
  private var length = 0

  package init(from tree: Tree) {
    start = tree
  }

  /// Goes on by some steps.
  ///
  /// - Parameter length: Bytes of their text.
  /// - Throws: When they do not fit, and the way is long.
  package mutating func append(_ added: [Edit], length: Int) throws(EditMismatch) {
    self.length += length
    steps += added
    guard end != nil || steps.count > Self.mostSteps || steps.count > 1 && self.length > Self.greatestLength else {
      return
    }
    var end = end ?? start
    // There is one reference to its parts then.
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
  /// A way that leads over other ways would otherwise be twice as long as the last one.
  private static let greatestLength = 128_000
}

extension Draft {
  /// Goes a way that begins at this tree, as a part of a new change.
  ///
  /// - Throws: When its steps were stored and do not fit; the draft has to be rolled back then.
  package mutating func go(_ way: TreeWay) throws(EditMismatch) {
    if let end = way.end { try go(to: end) } else { for step in way.steps { try go(step) } }
    try tree.checkShape()
    guard tree.lastID <= Tree.largestNumber else { throw EditMismatch("an id has the number \(tree.lastID)") }
  }

  private mutating func go(to end: Tree) throws(EditMismatch) {
    if end.root != tree.root { perform(.replace(tree.root.id, former: tree.root, new: end.root)) }
    if end.data != tree.data { perform(.data(former: tree.data, new: end.data)) }
    for timer in tree.timers where end.timer(timer.id) == nil { perform(.unschedule(timer)) }
    for timer in end.timers { try go(.schedule(timer)) }
  }

  private mutating func go(_ step: Edit) throws(EditMismatch) {
    switch step {
    case .schedule(let timer):
      guard tree.timer(timer.id) == nil else { return }
      perform(.schedule(timer.firing(at: min(now + timer.fireAt, Timer.moments.upperBound))))
    case .unschedule(let timer):
      // It may have gone with its screen, or have fired in what is taken back; and it may wait for another moment.
      if let pending = tree.timer(timer.id) { perform(.unschedule(pending)) }
    default:
      let step = try tree.resolved(step)
      try tree.check(step, exactly: false)
      perform(step)
    }
  }
}

extension Edit {
  /// About the bytes of the values that it holds.
  fileprivate var size: Int {
    switch self {
    case .insert(let screen, _, _), .remove(let screen, _, _): screen.size
    case .present(let presented, _, _), .dismiss(let presented, _, _): presented.size
    case .replace(_, let former, let new): former.size + new.size
    case .params(_, let former, let new): former.encodedSize + new.encodedSize
    case .state(_, let former, let new), .data(let former, let new): former.encodedSize + new.encodedSize
    case .focus(_, let former, let new): former.size + new.size
    case .patch(_, let patch): patch.size
    case .schedule(let timer), .unschedule(let timer): timer.size
    case .move: 0
    }
  }
}

extension Timer {
  package func firing(at moment: Int64) -> Timer {
    Timer(id: id, screen: screen, effect: effect, fireAt: moment, action: action)
  }
}
