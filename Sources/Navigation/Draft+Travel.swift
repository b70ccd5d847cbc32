extension Draft {
  /// Takes steps that were recorded once more, or back: they are part of a new change.
  ///
  /// - Parameter steps: Where they schedule a timer, its `fireAt` is what was left of its time, in milliseconds.
  /// - Throws: When they were stored and do not fit; the draft has to be rolled back then.
  package mutating func go(_ steps: [Edit]) throws(UnfitEdit) {
    guard steps.count > Self.longestWay || steps.count > 1 && steps.reduce(0, { $0 + $1.size }) > Self.largestWay else {
      for step in steps { try go(step) }
      return try tree.checkShape()
    }
    // The change would grow with the way and not with what differs in the end.
    var end = tree
    for step in steps {
      let step = try end.resolved(step)
      if !step.isOfTimer { try end.check(step, exactly: false) }
      end.apply(step)
    }
    try end.checkShape()
    if end.root != tree.root { perform(.replace(tree.root.id, former: tree.root, new: end.root)) }
    if end.data != tree.data { perform(.data(former: tree.data, new: end.data)) }
    for timer in tree.timers where end.timer(timer.id) == nil { perform(.unschedule(timer)) }
    for timer in end.timers { try go(.schedule(timer)) }
  }

  /// Steps that are recorded one by one when a session goes back or forth; more are one step.
  private static let longestWay = 100
  /// About the bytes of these. A way that leads over other ways would otherwise be twice as long as the last one.
  private static let largestWay = 128_000

  private mutating func go(_ step: Edit) throws(UnfitEdit) {
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
  fileprivate var isOfTimer: Bool {
    switch self {
    case .schedule, .unschedule: true
    default: false
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
