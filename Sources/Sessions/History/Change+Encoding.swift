import JSON
import Navigation

extension Change {
  /// Encodes a change: its JSON texts in one buffer. Edits that are long compared to the request are written as patches.
  ///
  /// - Parameter refused: The reason for a refused action; nil: it was carried out.
  init(
    session: SessionID, revision: Int, at: Int64, origin: ChangeOrigin, sent: [UInt8], edits: [Edit],
    outputs: [NumberedOutput], refused: StoredRefusal?, stateOf: Int?, record: IdempotencyRecord?,
    messages: [MessageStep], calls: [CallRowChange], batch: BatchID?
  ) {
    var json = JSONWriter(capacity: sent.count + 160 * edits.count + 64)
    json.append(raw: sent)
    let actionEnd = json.count
    // A patch takes time to make and to apply, which short edits do not repay.
    if !json.append(steps: edits, atMost: min(512 + 2 * sent.count, 4_096)) {
      json.truncate(to: actionEnd)
      // Cannot fail: there is no limit.
      _ = json.append(steps: edits.map(\.compacted), atMost: .max)
    }
    let editsEnd = json.count
    json.append(outputs: outputs)
    let outputsEnd = json.count
    refused?.writeStored(to: &json)
    self.init(
      session: session, revision: revision, at: at, origin: origin, text: json.bytes, action: 0..<actionEnd,
      edits: actionEnd..<editsEnd, outputs: editsEnd..<outputsEnd,
      refused: refused.map { _ in outputsEnd..<json.count }, stateOf: stateOf, record: record,
      timers: edits.compactMap(TimerStep.init), messages: messages, calls: calls, batch: batch)
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
