import Navigation

/// A write that was submitted to the journal and has not completed, with its waiting answers.
struct PendingWrite {
  /// Identifies the write, so that the completion of a write that the store has rolled back is ignored.
  let number: Int
  let kind: Kind
  var waiting: [Waiting]
  /// The token of the session's row after the write, with several nodes.
  var token: CommitToken?
  /// The result of the write; nil: the journal has not completed it.
  var completion: JournalFailure??
  /// Tells the subscribers. Called once the write is durable, under the lock of the store, so that subscribers receive
  /// the events in the order of the revisions.
  var announce: (@Sendable (inout SessionStore.State) -> Void)?

  enum Kind {
    case change([Edit], after: SessionStore.Version, record: IdempotencyRecord?)
    case record(IdempotencyRecord)
    /// The hash of the token of the creation, and the others.
    case tokens(creation: [UInt8], others: SessionTokens)
    /// The new labels and the new key, if the session gets one.
    case labels(Labels, key: String?)
    /// The new lease, with several nodes.
    case lease(Lease?)
    case deletion
    /// A write without an effect on the store, with several nodes.
    case upkeep
  }

  /// An answer that depends on a pending write.
  struct Waiting: Sendable {
    let settled: Settled
  }

  var edits: [Edit] {
    if case .change(let edits, _, _) = kind { edits } else { [] }
  }

  /// The response that is stored with the write.
  var record: IdempotencyRecord? {
    switch kind {
    case .change(_, _, let record): record
    case .record(let record): record
    default: nil
    }
  }

  /// Whether the write survives the failure of an earlier change, because it does not depend on the state.
  var standsAlone: Bool {
    switch kind {
    case .deletion, .tokens, .labels, .lease, .upkeep: true
    case .change, .record: false
    }
  }
}
