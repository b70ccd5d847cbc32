import Support
import Navigation
import Sessions

extension Reader {
  /// Reads a session on one snapshot of the database, with the changes that its tables do not show.
  func load(_ id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> StoredSession? {
    // The backlog is read before the transaction begins. Its entries are committed, so the transaction sees them.
    // Entries that the tables have come to show meanwhile are filtered by revision below. A list read later could lack
    // changes that this transaction's tables do not show yet.
    let (entries, seq) = (backlog.entries(of: id), backlog.seq(of: id))
    return try connection.snapshot { () throws(SQLiteError) in
      guard let tables = try tables(of: id, seq, on: connection) else {
        try checkAbsence(of: id, on: connection)
        return nil
      }
      let session = tables.session
      return StoredSession(
        session: session, containers: tables.containers, screens: tables.screens,
        changes: try changes(entries, after: session.revision, on: connection),
        lastRevision: max(session.revision, entries.last?.revision ?? 0),
        idempotencyRecords: try idempotencyRecords(of: id, on: connection),
        timers: try timers(of: id, on: connection),
        calls: try calls(of: id, on: connection),
        tokens: try tokens(of: id, on: connection))
    }
  }

  /// Reads the rows of a session from the tables.
  private func tables(
    of id: SessionID, _ seq: Int64?, on connection: ReadConnection
  ) throws(SQLiteError) -> Projection? {
    guard let row = try row(of: id, seq, on: connection) else { return nil }
    if let navigation = row.navigation { return try Projection(of: row.session, storedAs: navigation) }
    return Projection(
      session: row.session, containers: try containers(of: id, on: connection),
      screens: try screens(of: id, on: connection), removedContainers: [], removedScreens: [])
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
    let seq = backlog.seq(of: id)
    return try connection.snapshot { () throws(SQLiteError) in
      let tokens = try tokens(of: id, on: connection)
      connection.bind(id, seq, to: connection.identity)
      let identity = try connection.identity.fetchOne { row in
        SessionIdentity(
          app: row.text(0), appVersion: Int(row.integer(1)), tokenHash: [UInt8](hexadecimal: row.text(2)) ?? [],
          tokens: tokens)
      }
      if identity == nil { try checkAbsence(of: id, on: connection) }
      return identity
    }
  }

  /// Throws if the index has a session whose row was not found, so that it is not taken for one that does not exist.
  private func checkAbsence(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) {
    connection.isIndexed.bind(id.text)
    guard try connection.isIndexed.fetchOne({ $0.integer(0) }) == nil else {
      throw .corrupt("the index has a wrong row for the session \(id.text)")
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

  /// Finds the session that has a handoff code.
  func session(withCode hash: [UInt8], on connection: ReadConnection) throws(SQLiteError) -> SessionID? {
    connection.sessionWithCode.bind(hash.hexadecimal)
    return try connection.sessionWithCode.fetchOne { row in SessionID(row.borrowedBytes(0)) } ?? nil
  }

  private func row(
    of id: SessionID, _ seq: Int64?, on connection: ReadConnection
  ) throws(SQLiteError) -> StoredSessionRow? {
    let row = connection.session
    defer { row.reset() }
    connection.bind(id, seq, to: row)
    guard try row.step() else { return nil }
    return StoredSessionRow(row, of: id, labels: try connection.labels(of: id))
  }

  private func containers(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> [ContainerRow] {
    connection.containers.bind(id.text)
    return try connection.containers.fetchAll { ContainerRow($0) }
  }

  private func screens(of id: SessionID, on connection: ReadConnection) throws(SQLiteError) -> [ScreenRow] {
    connection.screens.bind(id.text)
    return try connection.screens.fetchAll { ScreenRow($0) }
  }

  /// Reads the first changes that the tables do not show, up to the size of a page.
  private func changes(
    _ entries: [ProjectionBacklog.Entry], after revision: Int, on connection: ReadConnection
  ) throws(SQLiteError) -> [StoredChange] {
    // An open blob keeps the transaction open.
    defer { connection.steps.close() }
    let row = connection.change
    var changes: [StoredChange] = []
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
        StoredChange(
          revision: Int(row.integer(0)), at: row.integer(1), edits: try connection.steps.read(0..<length),
          outputs: row.bytes(2), stateOf: row.isNull(3) ? nil : Int(row.integer(3))))
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

/// The row of a session.
private struct StoredSessionRow {
  let session: SessionRow
  /// The root container as JSON; nil: the containers and screens are rows of their own.
  let navigation: [UInt8]?

  init(_ row: Statement, of id: SessionID, labels: [String: String]) {
    session = SessionRow(
      id: id, app: row.text(0), appVersion: Int(row.integer(1)), revision: Int(row.integer(2)),
      createdAt: row.integer(3), updatedAt: row.integer(4), nextID: Int(row.integer(5)), outputs: Int(row.integer(6)),
      undoState: UndoState(shown: Int(row.integer(9)), tip: Int(row.integer(10)), oldest: Int(row.integer(11))),
      historyBytes: row.count(12), data: row.bytes(7),
      // A corrupted hash matches no token: only the admin token opens the session.
      tokenHash: [UInt8](hexadecimal: row.text(8)) ?? [],
      metadata: SessionMetadata(
        key: row.optionalText(13), labels: labels, expires: row.optionalPeriod(14),
        initialData: row.isNull(15) ? nil : row.bytes(15)))
    navigation = row.isNull(16) ? nil : row.bytes(16)
  }
}

extension ContainerRow {
  fileprivate init(_ row: Statement) {
    self.init(
      id: row.text(0), screen: row.optionalText(1), kind: row.text(2), selected: Int(row.integer(3)),
      history: row.bytes(4), open: row.isNull(5) ? nil : row.integer(5) != 0)
  }
}

extension ScreenRow {
  fileprivate init(_ row: Statement) {
    self.init(
      id: row.text(0), container: row.text(1), position: Int(row.integer(2)), presented: row.optionalText(3),
      route: row.text(4), params: row.bytes(5), state: row.bytes(6), opener: row.optionalText(7),
      intent: row.isNull(8) ? nil : row.bytes(8))
  }
}
