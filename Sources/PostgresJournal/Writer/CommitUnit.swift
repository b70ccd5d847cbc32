import Sessions

/// Writes that are committed or fail together. A class, since the statements are made from many of them, a column at a time.
final class CommitUnit {
  let kind: Kind
  let session: SessionID?
  private(set) var writes: [StoreWrite]

  enum Kind {
    /// Consecutive writes to an existing session.
    case update
    case creation(StateSnapshot, IdempotencyRecord?)
    /// - changes: The changes of the start and of the first action; empty for an import.
    case addition(ImportedSession, changes: [Change])
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
  var row: SessionHeader? { writes.lazy.reversed().compactMap(\.commit?.row).first }
  var deadline: Deadline { writes[0].deadline }

  /// Whether a write can be committed together with these.
  func accepts(_ write: StoreWrite) -> Bool {
    writes.count < Self.longest && write.continues(writes[writes.count - 1])
  }

  func append(_ write: StoreWrite) { writes.append(write) }
}

extension CommitUnit {
  /// The row of the session that a unit creates or imports.
  var created: SessionRow? {
    switch kind {
    case .creation(let snapshot, _): snapshot.session
    case .addition(let imported, _): imported.session.session
    case .update, .deletion, .other: nil
    }
  }

  /// The first changes of the session that a unit creates, as writes to the session; nil: it has none.
  ///
  /// The creation and the changes have one token.
  var start: CommitUnit? {
    guard case .begin(_, let changes, let owner) = writes[0].write, let commit = writes[0].commit else { return nil }
    let following = SessionCommit(
      session: commit.session, basis: commit.token, token: commit.token, row: commit.row)
    var unit: CommitUnit?
    for change in changes {
      let write = StoreWrite(.change(change, of: owner), as: following, until: deadline, settled: writes[0].settled)
      if let unit { unit.append(write) } else { unit = CommitUnit(write) }
    }
    return unit
  }

  /// The key that a unit gives to a session, as the parameters of `keyHolder`.
  var key: PostgresParameters? {
    let createdKey = created.flatMap { session in session.metadata.key.map { (key: $0, app: session.app) } }
    guard let (key, app) = createdKey ?? writes[0].newKey.map({ ($0.key, $0.app) }) else { return nil }
    var parameters = PostgresParameters()
    parameters.append(key)
    parameters.append(app)
    return parameters
  }
}

extension CommitUnit.Kind {
  init(_ write: StoreWrite) {
    self =
      switch write.write {
      case .create(let session, let answer): .creation(session, answer)
      case .add(let imported): .addition(imported, changes: [])
      case .begin(let imported, let changes, _): .addition(imported, changes: changes)
      case .delete(let session, let deletion): .deletion(session, deletion)
      // Without a basis there is no row to compare. Only `record` and `dismiss` may do without; `OtherRows` refuses the
      // others.
      case .change, .record, .prune, .tokens, .labels, .lease, .dismiss:
        write.commit?.basis == nil ? .other(write.write) : .update
      case .importSlice, .dropImport, .deferCall, .probe, .define, .withdraw, .reinstate, .rollout, .flows,
        .webhook, .appKey,
        .operators,
        .batch:
        .other(write.write)
      }
  }

  var isUpdate: Bool { if case .update = self { true } else { false } }
}

extension StoreWrite {
  /// Whether a write can be committed together with the one before.
  func continues(_ last: StoreWrite) -> Bool {
    commit?.basis == last.commit?.token && !standsAlone && !last.standsAlone
  }

  /// Whether a write is committed by itself: a deletion ends the chain; the others may fail alone, by a key that is taken
  /// or by a job that has done the session before.
  private var standsAlone: Bool { isOfBatch || newKey != nil || !CommitUnit.Kind(self).isUpdate }

  /// The key that a write gives to an existing session.
  var newKey: SessionKey? { if case .labels(_, _, let key) = write { key } else { nil } }
}

/// The result of a unit.
enum UnitResult: Sendable {
  case written
  case failed(JournalFailure)

  var failure: JournalFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
