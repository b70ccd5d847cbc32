import JSON
import Navigation

extension Change {
  /// Encodes a change: its JSON texts in one buffer. Steps that are long for what was sent are put aside.
  ///
  /// - Parameters:
  ///   - refused: The reason that the action was not carried out; nil: it was.
  ///   - travelled: The tree after the steps, when these only go back or forth.
  ///   - recent: The lists that were put aside before.
  init(
    session: SessionID, revision: Int, at: Int64, actor: String?, sent: [UInt8], edits: [Edit],
    outputs: [NumberedOutput], refused: RecordedRefusal?, stateOf: Int?, keeping: IdempotencyRecord?,
    messages: [MessageStep],
    travelled: Tree?, recent: inout RecentStepLists
  ) {
    var json = JSONWriter(capacity: sent.count + 160 * edits.count + 64)
    json.append(raw: sent)
    let actionEnd = json.count
    var steps: StepList?
    let limit = Self.stepsLimit(sent: sent.count)
    if !json.append(steps: edits, atMost: limit) {
      json.truncate(to: actionEnd)
      steps = Self.appendCompact(edits, travelled, atMost: limit, to: &json, &recent)
    }
    let editsEnd = json.count
    json.append(outputs: outputs)
    let outputsEnd = json.count
    refused?.write(to: &json)
    self.init(
      session: session, revision: revision, at: at, actor: actor, text: json.bytes, action: 0..<actionEnd,
      edits: actionEnd..<editsEnd, outputs: editsEnd..<outputsEnd,
      refused: refused.map { _ in outputsEnd..<json.count }, stateOf: stateOf, keeping: keeping,
      timers: edits.compactMap(TimerStep.init), messages: messages, steps: steps)
  }

  /// Bytes that the steps may take in the row: with the request and the keys of the rows they are less than four times the
  /// request and 1 KiB. Longer ones may come again, taken back or repeated, so they stand aside however long the request.
  private static func stepsLimit(sent: Int) -> Int { min(512 + 2 * sent, 4_096) }

  /// Writes what differs instead of former and new values; and where that is too long, the name of a list.
  private static func appendCompact(
    _ edits: [Edit], _ travelled: Tree?, atMost limit: Int, to json: inout JSONWriter, _ recent: inout RecentStepLists
  ) -> StepList? {
    let start = json.count
    var compact = edits.map(\.compacted)
    if json.append(steps: compact, atMost: limit) { return nil }
    json.truncate(to: start)
    var forward = list(compact)
    // A way that leads over other ways is long, and what differs in the end is not. A single step stays as it is, so that
    // it is the list that the change has which it takes back or repeats.
    if let travelled, edits.count > 1 {
      let difference = travelled.difference(undoing: edits).map(\.compacted)
      if json.append(steps: difference, atMost: limit) { return nil }
      json.truncate(to: start)
      let shorter = list(difference)
      if shorter.count < forward.count / 2 { (compact, forward) = (difference, shorter) }
    }
    // What takes a change back is the same list.
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
  /// What differs between the tree before these steps and this one, which they have led to. No id is new in it.
  fileprivate func difference(undoing edits: [Edit]) -> [Edit] {
    var draft = Draft(self)
    draft.revert(edits)
    let former = draft.tree
    var difference: [Edit] = []
    if former.root != root { difference.append(.replace(root.id, former: former.root, new: root)) }
    if former.data != data { difference.append(.data(former: former.data, new: data)) }
    difference += former.timers.filter { !timers.contains($0) }.map(Edit.unschedule)
    difference += timers.filter { !former.timers.contains($0) }.map(Edit.schedule)
    return difference
  }
}

extension JSONWriter {
  /// - Returns: false when they take more bytes than they may; not all of them are written then.
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
