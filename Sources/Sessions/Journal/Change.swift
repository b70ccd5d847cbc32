/// A committed revision after the first: an immutable row of the journal.
package struct Change: Sendable {
  package let session: SessionID
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let origin: ChangeOrigin
  /// The received action, its edits, the outputs (an array, possibly empty) and the refusal: JSON texts in one
  /// allocation.
  package let text: [UInt8]
  package let action: Range<Int>
  package let edits: Range<Int>
  package let outputs: Range<Int>
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: Range<Int>?
  /// The revision whose state was restored by undo or redo; nil: the change made a new state.
  package let stateOf: Int?
  package let record: IdempotencyRecord?
  /// In this order; usually empty.
  package let timers: [TimerStep]
  /// In this order; usually empty.
  package let messages: [MessageStep]
  /// In this order; usually empty.
  package let calls: [CallRowChange]
  /// The job that made the change; usually nil.
  package let batch: BatchID?

  package init(
    session: SessionID, revision: Int, at: Int64, origin: ChangeOrigin = ChangeOrigin(), text: [UInt8],
    action: Range<Int>, edits: Range<Int>, outputs: Range<Int>, refused: Range<Int>? = nil, stateOf: Int? = nil,
    record: IdempotencyRecord?, timers: [TimerStep] = [], messages: [MessageStep] = [], calls: [CallRowChange] = [],
    batch: BatchID? = nil
  ) {
    self.session = session
    self.revision = revision
    self.at = at
    self.origin = origin
    self.text = text
    self.action = action
    self.edits = edits
    self.outputs = outputs
    self.refused = refused
    self.stateOf = stateOf
    self.record = record
    self.timers = timers
    self.messages = messages
    self.calls = calls
    self.batch = batch
  }

  /// Whether the change has outputs. Nearly all changes have the empty array, `[]`.
  package var hasOutputs: Bool { outputs.count > 2 }

  /// The approximate bytes of the change in the history, including the rows' keys.
  package var historyBytes: Int { 128 + text.count }
}
