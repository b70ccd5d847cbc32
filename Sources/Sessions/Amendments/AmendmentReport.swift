import JSON
import Navigation

/// The changes after an amended one: the number of those carried out again, and those left out.
package struct AmendmentReport: Sendable {
  /// The number of the changes that were carried out again.
  package var replayed = 0
  package var dropped: [DroppedChange] = []
  /// The numbers of all ids that the changes have made, if some of these parts had gone in the end; otherwise empty.
  var ids: Range<Int> = 0..<0

  package init() {}

  /// Writes the members of a receipt, after another one.
  package func write(to json: inout JSONWriter) {
    json.append(",\"replayed\":")
    json.append(integer: replayed)
    json.append(",\"dropped\":[")
    for index in dropped.indices {
      if index > 0 { json.append(",") }
      dropped[index].write(to: &json)
    }
    json.append("]")
  }
}

extension AmendmentReport {
  /// A change that an amendment leaves out, since the state refuses it.
  package struct DroppedChange: Sendable {
    package let revision: Int
    /// The action as it was sent.
    package let action: JSONValue
    package let refused: ActionError

    fileprivate func write(to json: inout JSONWriter) {
      json.append("{\"revision\":")
      json.append(integer: revision)
      json.append(",\"action\":")
      json.append(value: action)
      json.append(",\"code\":")
      json.append(string: refused.refusal.code)
      json.append(",\"detail\":")
      json.append(string: refused.refusal.detail)
      json.append("}")
    }
  }
}

/// The session as an amendment makes it.
struct AmendedSession: Sendable {
  let tree: Tree
  /// Whether the new action is the former one, so that nothing changes.
  let isSame: Bool
  let report: AmendmentReport
  /// The sendings of the new action, without those of the former one.
  let sendings: Sendings
  let forgetsPast: Bool
  /// The times of timers as they were set, by id.
  let timers: [Timer.ID: Set<Int64>]
  /// The timers that have fired in changes that were undone.
  let fired: Set<Timer.ID>
  /// The revisions whose calls without an answer end.
  let endedCallers: Set<Int>
}

extension Draft {
  /// Performs an amendment, as a new change.
  mutating func become(_ amended: AmendedSession) {
    guard !amended.isSame else { return }
    become(amended.tree, timers: amended.timers, fired: amended.fired)
    if amended.forgetsPast { perform(.forget) }
    send(amended.sendings)
  }
}
