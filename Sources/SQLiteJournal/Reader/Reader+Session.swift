import Support
import Navigation
import Sessions

extension Reader {
  /// Reads a session on one snapshot of the database, with the first changes after its own.
  func load(_ id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> StoredSession? {
    // The backlog is read before the transaction begins. Its entries are committed, so the transaction sees them.
    // Entries that the snapshot has come to have meanwhile are filtered by revision below. A list read later could lack
    // changes that the snapshot of this transaction does not have yet.
    let entries = backlog.entries(of: id)
    return try connection.snapshot { () throws(SQLiteError) in
      let row = connection.session
      row.bind(id.text)
      let stored = try row.fetchOne { (SessionRow($0, of: id), $0.bytes(16)) }
      guard case (var session, let navigation)? = stored else { return nil }
      session.metadata.labels = try connection.labels(of: id)
      return StoredSession(
        session: session, navigation: navigation,
        changes: try changes(entries, after: session.revision, on: connection),
        lastRevision: max(session.revision, entries.last?.revision ?? 0),
        idempotencyRecords: try idempotencyRecords(of: id, on: connection),
        timers: try timers(of: id, on: connection),
        calls: try calls(of: id, on: connection),
        tokens: try tokens(of: id, on: connection))
    }
  }

  /// Reads the stored response for an idempotency key, unless it has expired.
  func idempotencyRecord(
    for key: String, of session: SessionID?, on connection: ReadConnection
  ) throws(SQLiteError) -> IdempotencyRecord? {
    let row = connection.idempotencyRecord
    defer { row.reset() }
    row.bind(session?.text ?? "")
    row.bind(key)
    row.bind(clock() - IdempotencyRecord.lifetime)
    guard try row.step() else { return nil }
    let record = idempotencyRecord(row, of: session, body: row.isNull(4) ? nil : row.bytes(4))
    // Any other number is damage, and would be sent as the status of a response.
    guard (200...599).contains(record.status) else {
      throw .corrupt("the response stored for the Idempotency-Key \(key) has the status \(record.status)")
    }
    return record
  }

  /// Finds the session of an app that has a key.
  func session(withKey key: String, of app: String, on connection: ReadConnection) throws(SQLiteError) -> SessionID? {
    connection.sessionWithKey.bind(key)
    connection.sessionWithKey.bind(app)
    return try connection.sessionWithKey.fetchOne { row in SessionID(row.borrowedBytes(0)) } ?? nil
  }

  /// Reads the fields that decide on access to a session.
  func identity(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> SessionIdentity? {
    try connection.snapshot { () throws(SQLiteError) in
      let tokens = try tokens(of: id, on: connection)
      connection.identity.bind(id.text)
      return try connection.identity.fetchOne { row in
        SessionIdentity(
          app: row.text(0), appVersion: Int(row.integer(1)), tokenHash: [UInt8](hexadecimal: row.text(2)) ?? [],
          tokens: tokens)
      }
    }
  }

  /// Reads the tokens besides the one of the session's creation. A corrupted one is left out: it opens nothing.
  private func tokens(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> SessionTokens {
    connection.tokens.bind(id.text)
    let tokens = try connection.tokens.fetchAll { row -> SessionToken? in
      let maker = row.optionalText(8).map { [UInt8](hexadecimal: $0) }
      guard let role = TokenRole(rawValue: row.text(1)), let hash = [UInt8](hexadecimal: row.text(3)),
        maker != .some(nil)
      else { return nil }
      return SessionToken(
        id: row.text(0), role: role, name: row.optionalText(2), hash: hash, createdAt: row.moment(4),
        expiresAt: row.optionalMoment(5), lifetime: row.optionalPeriod(6), isCode: row.integer(7) != 0,
        maker: maker ?? nil)
    }
    return SessionTokens(tokens.compactMap { $0 })
  }

  /// Finds the session that has a handoff code or a token.
  func session(withToken hash: [UInt8], on connection: ReadConnection) throws(SQLiteError) -> SessionID? {
    connection.sessionWithToken.bind(hash.hexadecimal)
    return try connection.sessionWithToken.fetchOne { row in SessionID(row.borrowedBytes(0)) } ?? nil
  }

  /// Reads the first changes after the snapshot, up to the size of a page.
  private func changes(
    _ entries: [SnapshotBacklog.Entry], after revision: Int, on connection: ReadConnection
  ) throws(SQLiteError) -> [PastChange] {
    // An open blob keeps the transaction open.
    defer { connection.steps.close() }
    let row = connection.change
    var changes: [PastChange] = []
    var bytes = 0
    for entry in entries where entry.revision > revision {
      guard changes.count < limits.changes else { break }
      defer { row.reset() }
      row.bind(entry.seq)
      // A change is deleted only together with its session, which this transaction has seen.
      guard try row.step() else { continue }
      let length = try connection.steps.open(entry.seq)
      bytes += length
      guard bytes <= limits.bytes else { break }
      changes.append(
        PastChange(
          revision: Int(row.integer(0)), at: row.integer(1), origin: ChangeOrigin(actor: row.optionalText(4)),
          action: row.bytes(5), edits: try connection.steps.read(0..<length), outputs: row.bytes(2),
          stateOf: row.isNull(3) ? nil : Int(row.integer(3))))
    }
    return changes
  }

  private func idempotencyRecords(of id: SessionID, on connection: ReadConnection) throws(SQLiteError)
    -> [IdempotencyRecord]
  {
    connection.idempotencyRecords.bind(id.text)
    connection.idempotencyRecords.bind(clock() - IdempotencyRecord.lifetime)
    return try connection.idempotencyRecords.fetchAll { idempotencyRecord($0, of: id, body: nil) }
  }

  private func idempotencyRecord(_ row: Statement, of session: SessionID?, body: [UInt8]?) -> IdempotencyRecord {
    IdempotencyRecord(
      session: session, key: row.text(0), fingerprint: row.bytes(1), status: row.status(2),
      revision: row.count(3), body: body, at: row.moment(5))
  }
}

extension SessionRow {
  /// The row of a session, without its labels.
  fileprivate init(_ row: Statement, of id: SessionID) {
    self.init(
      id: id, app: row.text(0), appVersion: Int(row.integer(1)), revision: Int(row.integer(2)),
      createdAt: row.integer(3), updatedAt: row.integer(4), activeAt: row.integer(21), nextID: Int(row.integer(5)),
      outputs: Int(row.integer(6)),
      undoState: UndoState(shown: Int(row.integer(9)), tip: Int(row.integer(10)), oldest: Int(row.integer(11))),
      historyBytes: row.count(12), data: row.bytes(7),
      // A corrupted hash matches no token: only the admin token opens the session.
      tokenHash: [UInt8](hexadecimal: row.text(8)) ?? [],
      metadata: SessionMetadata(
        key: row.optionalText(13), expires: row.optionalPeriod(14),
        initialData: row.isNull(15) ? nil : row.bytes(15), creation: row.origin(17), bareRevision: row.optionalCount(24)
      ))
    if !row.isNull(22) {
      flow = CountedFlow(at: updatedAt, enteredAt: row.moment(22), labels: row.isNull(23) ? nil : row.bytes(23))
    }
  }
}
