import Sessions

/// The failures that outlast their transaction, because later writes of the session must fail too.
struct WriteFailures {
  /// The first unwritten change of each session. Later changes were computed on top of it and must not be written
  /// either, until the session's store has rolled back and sends that revision again.
  private var unwritten: [SessionID: Int] = [:]
  /// The sessions with corrupted rows, and the error met there.
  private var damaged: [SessionID: String] = [:]
  /// The corruption errors that were already reported.
  private var reported: Set<String> = []

  /// The maximum number of sessions and writes that one transaction may exclude because of corruption. More of them
  /// indicate that the corruption is not limited to single sessions.
  static let exclusions = 16

  /// Whether a transaction may be retried without the part that met the error.
  static func mayExclude(after error: SQLiteError, excluded: Int) -> Bool {
    error.isConstraint || error.isCorrupt && excluded < exclusions
  }

  func isDamaged(_ session: SessionID) -> Bool { damaged[session] != nil }

  func failure(of session: SessionID) -> JournalFailure? {
    damaged[session].map { .damaged("The session \(session.text) is damaged (\($0)).") }
  }

  /// Returns the failure of a write that must not be attempted.
  mutating func refusal(of write: Write) -> JournalFailure? {
    guard !unwritten.isEmpty || !damaged.isEmpty else { return nil }
    switch write {
    case .change(let change, _):
      if let failure = failure(of: change.session) { return failure }
      guard let first = unwritten[change.session] else { return nil }
      // Once the store has rolled back, it sends the revision again. Until then a later one rests on a change that was
      // not written.
      guard change.revision <= first else {
        return .unavailable("revision \(change.revision) follows revision \(first), which was not written")
      }
      unwritten[change.session] = nil
    case .record(let record):
      guard let session = record.session, let first = unwritten[session], record.revision >= first else { return nil }
      return .unavailable("the response refers to revision \(record.revision), which was not written")
    case .create, .importSlice, .add, .begin, .dropImport, .prune, .tokens, .labels, .lease, .delete, .dismiss,
      .deferCall,
      .probe, .define, .withdraw, .reinstate, .rollout, .flows, .webhook, .appKey, .operators, .batch:
      break
    }
    return nil
  }

  /// Records a job that was not written.
  mutating func record(unwritten job: Writer.Job) {
    if case .write(let submission) = job, case .change(let change, _) = submission.write { record(unwritten: change) }
  }

  mutating func record(unwritten change: Change) {
    if unwritten[change.session] == nil { unwritten[change.session] = change.revision }
  }

  /// Records a session with corrupted rows: its snapshot stays unchanged and no change is appended. The stored
  /// rows were acknowledged, and may be all that can be recovered.
  mutating func record(damageOf session: SessionID, _ error: SQLiteError) {
    damaged[session] = error.description
  }

  /// Records corruption that is not limited to one session.
  ///
  /// - Returns: false when it was recorded before, or when too much was.
  mutating func isNew(_ error: SQLiteError) -> Bool {
    reported.count < Self.exclusions && reported.insert(error.description).inserted
  }

  /// Forgets a deleted session.
  mutating func forget(_ session: SessionID) {
    unwritten[session] = nil
    damaged[session] = nil
  }
}
