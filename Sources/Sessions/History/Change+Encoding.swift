import JSON
import Navigation

extension Change {
  /// Encodes a change: its JSON texts in one buffer. Edits that are long compared to the request are stored separately.
  ///
  /// - Parameters:
  ///   - refused: The reason for a refused action; nil: it was carried out.
  ///   - travelled: The tree after the edits of an undo, redo or jump.
  ///   - isShared: Whether the journal is shared with other nodes, which read the edits. They are all in the row then.
  ///   - recent: The step lists that were stored separately before.
  init(
    session: SessionID, revision: Int, at: Int64, actor: String?, sent: [UInt8], edits: [Edit],
    outputs: [NumberedOutput], refused: RecordedRefusal?, stateOf: Int?, keeping: IdempotencyRecord?,
    messages: [MessageStep], calls: [CallRowChange], batch: BatchID?,
    travelled: Tree?, isShared: Bool = false, recent: inout RecentStepLists
  ) {
    var json = JSONWriter(capacity: sent.count + 160 * edits.count + 64)
    json.append(raw: sent)
    let actionEnd = json.count
    var steps: StepList?
    let limit = Self.stepsLimit(sent: sent.count)
    if !json.append(steps: edits, atMost: limit) {
      json.truncate(to: actionEnd)
      if isShared {
        _ = json.append(steps: edits.map(\.compacted), atMost: .max)
      } else {
        steps = Self.appendCompact(edits, travelled, atMost: limit, to: &json, &recent)
      }
    }
    let editsEnd = json.count
    json.append(outputs: outputs)
    let outputsEnd = json.count
    refused?.writeStored(to: &json)
    self.init(
      session: session, revision: revision, at: at, actor: actor, text: json.bytes, action: 0..<actionEnd,
      edits: actionEnd..<editsEnd, outputs: editsEnd..<outputsEnd,
      refused: refused.map { _ in outputsEnd..<json.count }, stateOf: stateOf, keeping: keeping,
      timers: edits.compactMap(TimerStep.init), messages: messages, calls: calls,
      steps: steps, batch: batch)
  }

  /// The maximum bytes of the edits in the row; together with the request and the row's keys less than four times the
  /// request plus 1 KiB. Longer edits may be undone or repeated, so they are stored separately regardless of the
  /// request.
  private static func stepsLimit(sent: Int) -> Int { min(512 + 2 * sent, 4_096) }

  /// Writes the edits with differences instead of former and new values; if that is too long, a reference to a step
  /// list.
  private static func appendCompact(
    _ edits: [Edit], _ travelled: Tree?, atMost limit: Int, to json: inout JSONWriter, _ recent: inout RecentStepLists
  ) -> StepList? {
    let start = json.count
    var compact = edits.map(\.compacted)
    if json.append(steps: compact, atMost: limit) { return nil }
    json.truncate(to: start)
    var forward = list(compact)
    // The edits of several moves are long, but their net difference is short. A single move keeps its edits, so that it
    // refers to the step list of the change that it undoes or repeats.
    if let travelled, edits.count > 1 {
      let difference = travelled.difference(undoing: edits).map(\.compacted)
      if json.append(steps: difference, atMost: limit) { return nil }
      json.truncate(to: start)
      let shorter = list(difference)
      if shorter.count < forward.count / 2 { (compact, forward) = (difference, shorter) }
    }
    // The inverse of a change uses the same list.
    let backward = list(compact.reversed().map(\.inverse))
    let isInverse = backward.lexicographicallyPrecedes(forward)
    let list = recent.record(isInverse ? backward : forward)
    json.append(raw: StepReference(id: list.id, isInverse: isInverse).bytes)
    return list
  }

  private static func list(_ edits: [Edit]) -> [UInt8] {
    var json = JSONWriter(capacity: 4_096)
    _ = json.append(steps: edits, atMost: .max)
    return json.bytes
  }
}

extension Tree {
  /// The difference between the tree before these edits and this one, which they produced. It creates no ids.
  fileprivate func difference(undoing edits: [Edit]) -> [Edit] {
    var draft = Draft(self)
    draft.revert(edits)
    let former = draft.tree
    var difference: [Edit] = []
    if former.root != root { difference.append(.replace(root.id, former: former.root, new: root)) }
    if former.data != data { difference.append(.data(former: former.data, new: data)) }
    if former.appVersion != appVersion {
      difference.append(.version(former: former.appVersion, new: appVersion))
    }
    difference += former.timers.filter { !timers.contains($0) }.map(Edit.unschedule)
    difference += timers.filter { !former.timers.contains($0) }.map(Edit.schedule)
    return difference
  }
}

extension JSONWriter {
  /// - Returns: false when the edits exceed the limit; not all of them are written then.
  fileprivate mutating func append(steps: [Edit], atMost limit: Int) -> Bool {
    let start = count
    append("[")
    for index in steps.indices {
      if index > 0 { append(",") }
      steps[index].write(to: &self)
      if count - start >= limit { return false }
    }
    append("]")
    return true
  }
}
