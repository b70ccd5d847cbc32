@testable import Sessions

extension Tables.Rows {
  mutating func perform(_ step: TimerStep) {
    switch step {
    case .set(let row):
      precondition(timers[row.id] == nil, "two timers have the same id")
      timers[row.id] = row
    case .remove(let id): timers[id] = nil
    }
  }
}

extension Change {
  /// The reason for the refusal of the action, as JSON.
  var refusedText: [UInt8]? { refused.map { Array(text[$0]) } }
}

extension StoredChange {
  init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, edits: Array(change.text[change.edits]),
      outputs: Array(change.text[change.outputs]), stateOf: change.stateOf)
  }
}
