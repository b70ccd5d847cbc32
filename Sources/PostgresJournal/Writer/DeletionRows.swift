import Sessions

/// The deletions of one transaction.
struct DeletionRows {
  private let units: [CommitUnit]
  private let event: Int64?

  // A deletion that was overtaken leaves no tombstone of this transaction, and is not counted.
  private static let count = PostgresStatement(
    "countDeleted",
    """
    WITH own AS (
      SELECT 1 FROM tombstones t WHERE t.session = $2::uuid AND t.xmin = pg_current_xact_id()::xid),
    \(ChildStatements.openBatch)
    INSERT INTO batch_counts (batch, outcome, code, count)
    SELECT id, 'changed', '', 1 FROM b WHERE open = 1
    ON CONFLICT (batch, outcome, code) DO UPDATE SET count = batch_counts.count + 1
    """)

  /// - Parameter units: In the order of the ids of their sessions.
  init(_ units: [CommitUnit], event: Int64?) {
    self.units = units
    self.event = event
  }

  /// The statement to execute before `commands`; nil: no session expires.
  var lock: PostgresCommand? {
    let expired = units.compactMap { unit -> SessionID? in
      guard case .deletion(let session, let deletion) = unit.kind, deletion.expiry != nil else { return nil }
      return session
    }
    guard !expired.isEmpty else { return nil }
    var parameters = PostgresParameters()
    parameters.append(sessions: expired)
    return PostgresCommand(SharedWriteStatements.lockExpired, parameters)
  }

  /// The first one deletes.
  var commands: [PostgresCommand] {
    var parameters = PostgresParameters()
    let deletions = units.compactMap { unit -> (SessionID, Int64?, Deletion)? in
      guard case .deletion(let session, let deletion) = unit.kind else { return nil }
      return (session, unit.basis?.number, deletion)
    }
    parameters.append(sessions: deletions.map(\.0))
    parameters.append(int8s: deletions.map(\.1))
    parameters.append(texts: deletions.map { $0.2.expiry == nil ? nil : "expired" })
    parameters.append(int8s: deletions.map { $0.2.expiry?.age })
    parameters.append(event)
    let counts = deletions.compactMap { session, _, deletion -> PostgresCommand? in
      guard let batch = deletion.batch else { return nil }
      var parameters = PostgresParameters()
      parameters.append(batch.number)
      parameters.append(session)
      return PostgresCommand(Self.count, parameters)
    }
    return [PostgresCommand(SharedWriteStatements.delete, parameters)] + counts
  }
}
