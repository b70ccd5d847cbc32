/// The outputs, messages and calls of a change.
package struct Sendings: Sendable {
  package var outputs: [SentOutput] = []
  package var messages: [SentMessage] = []
  package var calls: [SentCall] = []
  /// The named calls without an answer that the change ends.
  package var endedCalls: [NamedCall] = []
  /// Whether the change ends all calls without an answer.
  package var endsCalls = false

  package init() {}

  package init(of draft: borrowing Draft) {
    (outputs, messages, calls) = (draft.outputs, draft.messages, draft.calls)
    (endedCalls, endsCalls) = (draft.endedCalls, draft.endsCalls)
  }

  /// Removes what was sent before, each as often as it was.
  package mutating func subtract(_ former: Sendings) {
    outputs.subtract(former.outputs)
    messages.subtract(former.messages)
    // One that is made as before does not end the call of its name, which may be this one.
    let same = former.calls.filter(calls.contains)
    endedCalls.removeAll { call in same.contains { $0.name == call } }
    calls.subtract(former.calls)
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func subtract(_ former: [Element]) {
    for element in former {
      if let index = firstIndex(of: element) { remove(at: index) }
    }
  }
}

extension Draft {
  /// Makes the tree another one with the fewest steps, as a part of a new change.
  ///
  /// - Parameters:
  ///   - timers: The times of timers as they were set, by id. A pending one that was set to the same time keeps its own,
  ///     which an undo may have moved.
  ///   - fired: The timers that do not fire again if they are due.
  package mutating func become(_ end: Tree, timers: [Timer.ID: Set<Int64>], fired: Set<Timer.ID>) {
    let former = tree.timers
    let root = end.root.visited(in: tree.root)
    if root != tree.root { perform(.replace(tree.root.id, former: tree.root, new: root)) }
    setData(to: end.data)
    if end.appVersion != tree.appVersion { perform(.version(former: tree.appVersion, new: end.appVersion)) }
    for timer in tree.timers where !timer.isIdle && end.timer(timer.id) == nil { perform(.unschedule(timer)) }
    for timer in end.timers where !timer.isIdle {
      var timer = timer
      if fired.contains(timer.id), timer.fireAt <= now, tree.timer(timer.id) == nil { continue }
      if let same = former.first(where: { $0.id == timer.id }), timers[timer.id]?.contains(timer.fireAt) == true,
        same == timer.firing(at: same.fireAt, refused: same.lastRefusal)
      {
        timer = same
      }
      set(timer)
    }
  }

  private mutating func set(_ timer: Timer) {
    let pending = tree.timer(timer.id)
    guard pending != timer else { return }
    if let pending { perform(.unschedule(pending)) }
    perform(.schedule(timer))
  }
}

extension Container {
  /// The root without visits to screens that were never there, since changes that lie before the amendment's end have removed
  /// them. A later screen can get the id.
  fileprivate func visited(in former: Container) -> Container {
    guard let visits = focus.visits else { return self }
    let known = allIDs.union(former.focus.visits ?? [])
    var root = self
    root.focus.visits = visits.filter(known.contains)
    return root
  }
}

extension Tree {
  /// The numbers of the ids that were made after a number, if some of these parts have gone; otherwise an empty range.
  package func idsWithGone(after number: Int) -> Range<Int> {
    let present = MadeParts(of: self).parts.count { $0.number > number }
    return lastID - number > present ? number + 1..<lastID + 1 : 0..<0
  }
}
