import Sessions

/// A write that waits for its commit, with its completion.
final class StoreWrite: Sendable {
  let write: Write
  /// nil: a write that belongs to no session.
  let commit: SessionCommit?
  /// The time until which the commit is tried.
  let deadline: Deadline
  let settled: @Sendable (JournalFailure?) -> Void

  init(
    _ write: Write, as commit: SessionCommit?, until deadline: Deadline,
    settled: @escaping @Sendable (JournalFailure?) -> Void
  ) {
    self.write = write
    self.commit = commit
    self.deadline = deadline
    self.settled = settled
  }
}

extension StoreWrite {
  /// Whether a job makes the change, which fails alone if the job has done the session before.
  fileprivate var isOfBatch: Bool { if case .change(let change, _) = write { change.batch != nil } else { false } }
}

/// Writes that are committed or fail together. A class, since the statements are made from many of them, a column at a time.
final class CommitUnit {
  let kind: Kind
  let session: SessionID?
  private(set) var writes: [StoreWrite]

  enum Kind {
    /// Consecutive writes to an existing session.
    case chain
    case creation(Projection, IdempotencyRecord?)
    /// - start: The change of revision 2 with the outputs and messages of the start.
    case addition(ImportedSession, start: Change?)
    case deletion(SessionID, Deletion)
    /// A write that belongs to no session.
    case other(Write)
  }

  init(_ write: StoreWrite) {
    kind = Kind(write)
    session = write.commit?.session
    writes = [write]
  }

  /// The limit of writes of one session in a transaction.
  static let longest = 64

  var basis: CommitToken? { writes[0].commit?.basis }
  var token: CommitToken? { writes[writes.count - 1].commit?.token }
  /// The values of the session's row after all writes; nil: they do not change them.
  var row: SharedSessionRow? { writes.lazy.reversed().compactMap(\.commit?.row).first }
  var deadline: Deadline { writes[0].deadline }

  /// Whether a write can be committed together with these.
  func takes(_ write: StoreWrite) -> Bool {
    kind.isChain && writes.count < Self.longest && write.commit?.basis == token && Kind(write).isChain
      && !writes[0].isOfBatch && !write.isOfBatch
  }

  func append(_ write: StoreWrite) { writes.append(write) }
}

extension CommitUnit.Kind {
  init(_ write: StoreWrite) {
    self =
      switch write.write {
      case .create(let session, let answer): .creation(session.rows, answer)
      case .add(let imported): .addition(imported, start: nil)
      case .begin(let imported, let start, _): .addition(imported, start: start)
      case .delete(let session, let deletion): .deletion(session, deletion)
      case .change, .keep, .prune, .token, .tokens, .labels, .lease, .dismiss:
        write.commit?.basis == nil ? .other(write.write) : .chain
      case .importSlice, .dropImport, .deferCall, .probe, .define, .withdraw, .reinstate, .webhook, .appKey, .batch:
        .other(write.write)
      }
  }

  var isChain: Bool { if case .chain = self { true } else { false } }
}

/// The result of a unit.
enum UnitResult: Sendable {
  case written
  case failed(JournalFailure)

  var failure: JournalFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
