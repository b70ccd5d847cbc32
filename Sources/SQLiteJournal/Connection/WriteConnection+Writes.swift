import Navigation
import Sessions
import Support

extension WriteConnection {
  /// Appends a change. On this path of every action, no part of the change is copied.
  func append(_ change: Change, as seq: Int64) throws(SQLiteError) {
    try insert(change, as: seq)
    if let record = change.record { try insert(record) }
    for step in change.timers { try perform(step, of: change.session) }
    if change.hasOutputs { try address(change) }
    for step in change.messages { try perform(step, of: change) }
    for step in change.calls { try perform(step) }
    if let batch = change.batch { try count(.changed, of: change.session, in: batch) }
  }

  /// Writes the row of a change, without its timers, deliveries, messages and calls.
  @inline(__always)
  func insert(_ change: Change, as seq: Int64) throws(SQLiteError) {
    let credential = try change.origin.by.map { (by) throws(SQLiteError) in try insert(by, of: change.session) }
    let statement = writes.appendChange
    statement.bind(seq)
    bind(change.session, to: statement)
    statement.bind(change.revision)
    statement.bind(change.at)
    statement.bind(change.origin.actor)
    statement.bind(credential)
    statement.bind(blob: change.origin.requestID?.bytes)
    try change.text.withUnsafeBufferPointer { (text) throws(SQLiteError) in
      let text = UnsafeRawBufferPointer(text)
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.action]))
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.edits]))
      statement.bind(borrowedText: UnsafeRawBufferPointer(rebasing: text[change.hasOutputs ? change.outputs : 0..<0]))
      statement.bind(change.stateOf)
      try statement.run()
    }
    if let refused = change.refused { try record(refusal: change.text[refused], ofChange: seq) }
  }

  /// Stores a credential of a session, unless it is known.
  ///
  /// - Returns: Its number.
  private func insert(_ attribution: Attribution, of session: SessionID) throws(SQLiteError) -> Int64 {
    let stored = StoredAttribution(attribution)
    guard StoredAttribution.hasText(stored.number) else { return stored.number }
    if attributed.count >= Self.mostAttributed { attributed = [] }
    guard attributed.insert(AttributedSession(session: session, number: stored.number)).inserted,
      let text = stored.text
    else { return stored.number }
    bind(session, to: writes.insertAttribution)
    writes.insertAttribution.bind(stored.number)
    writes.insertAttribution.bind(text: text)
    try writes.insertAttribution.run()
    return stored.number
  }

  private static let mostAttributed = 10_000

  private func record(refusal: ArraySlice<UInt8>, ofChange seq: Int64) throws(SQLiteError) {
    let statement = writes.recordRefusal
    statement.bind(seq)
    statement.bind(text: Array(refusal))
    try statement.run()
  }

  /// Creates a session with its first snapshot.
  ///
  /// - Parameter seq: The number of the creation among the changes.
  /// - Returns: The session of the app that has the key already; nothing was written then.
  func create(
    _ snapshot: StateSnapshot, record: IdempotencyRecord?, as seq: Int64
  ) throws(SQLiteError) -> SessionID? {
    let session = snapshot.session
    if let key = session.metadata.key, let taken = try find(key: key, of: session.app) { return taken }
    try insert(snapshot, as: seq)
    if !session.metadata.labels.isEmpty { try insert(session.metadata.labels, of: session.id) }
    if let record { try insert(record) }
    return nil
  }

  /// Appends the row of a session.
  ///
  /// - Parameter seq: The number of the creation among the changes.
  private func insert(_ snapshot: StateSnapshot, as seq: Int64) throws(SQLiteError) {
    let (statement, session) = (writes.insertSession, snapshot.session)
    let creation = session.metadata.creation
    let credential = try creation?.by.map { (by) throws(SQLiteError) in try insert(by, of: session.id) }
    statement.bind(seq)
    bind(session.id, to: statement)
    statement.bind(session.app)
    statement.bind(session.createdAt)
    statement.bind(session.tokenHash.hexadecimal)
    statement.bind(session.metadata.key)
    statement.bind(session.metadata.expires.map { Int($0) })
    statement.bind(text: session.metadata.initialData)
    statement.bind(credential)
    statement.bind(blob: creation?.requestID?.bytes)
    try run(statement, endingWith: snapshot)
    if session.metadata.key != nil { try writes.countKey.run() }
  }

  /// Stores a response for its idempotency key. Fails with a constraint if the key has one that has not expired.
  func insert(_ record: IdempotencyRecord) throws(SQLiteError) {
    let expired = writes.forgetExpiredAnswer
    bindScope(of: record, to: expired)
    expired.bind(record.key)
    expired.bind(record.at - IdempotencyRecord.lifetime)
    try expired.run()

    let statement = writes.insertAnswer
    bindScope(of: record, to: statement)
    statement.bind(record.key)
    statement.bind(blob: record.fingerprint)
    statement.bind(record.status)
    statement.bind(record.revision)
    if let body = record.body { statement.bind(text: body) } else { statement.bindNull() }
    statement.bind(record.at)
    try statement.run()
  }

  /// Stores a version of an app.
  ///
  /// - Parameter replacing: Whether an existing row of the version is replaced; otherwise it causes a constraint error.
  func define(_ app: StoredApp, replacing: Bool) throws(SQLiteError) {
    let statement = replacing ? writes.replaceApp : writes.insertApp
    statement.bind(app.name)
    statement.bind(app.version)
    statement.bind(text: app.definition)
    statement.bind(app.createdAt)
    try statement.run()
  }

  /// Withdraws a version of an app, or offers it again.
  ///
  /// - Parameter time: nil: the version is offered again.
  func set(_ rollout: Rollout?, of app: String) throws(SQLiteError) {
    guard let rollout else {
      writes.removeRollout.bind(app)
      return try writes.removeRollout.run()
    }
    writes.setRollout.bind(app)
    writes.setRollout.bind(text: rollout.text)
    try writes.setRollout.run()
  }

  func withdraw(_ app: String, version: Int, at time: Int64?) throws(SQLiteError) {
    writes.withdrawApp.bind(time.map { Int($0) })
    writes.withdrawApp.bind(app)
    writes.withdrawApp.bind(version)
    try writes.withdrawApp.run()
  }

  /// Deletes a session with everything that belongs to it, and leaves a tombstone.
  ///
  /// - Parameters:
  ///   - revision: The session's last revision, unless the snapshot has a later one.
  ///   - seq: The number of the deletion among the changes.
  func delete(
    _ session: SessionID, _ deletion: Deletion, at revision: Int, as seq: Int64
  ) throws(SQLiteError) {
    if let batch = deletion.batch { try count(.changed, of: session, in: batch) }
    bind(session, to: writes.insertTombstone)
    writes.insertTombstone.bind(revision)
    writes.insertTombstone.bind(seq)
    writes.insertTombstone.bind(deletion.expiry == nil ? nil : "expired")
    try writes.insertTombstone.run()
    attributed = []
    // After the tombstone, which is made of the session's row.
    for statement in writes.deleteSession { try run(statement, of: session) }
  }

  func deleteChange(_ seq: Int64) throws(SQLiteError) {
    writes.deleteChange.bind(seq)
    try writes.deleteChange.run()
  }

  func deleteChanges(_ seqs: ClosedRange<Int64>) throws(SQLiteError) {
    writes.deleteChanges.bind(seqs.lowerBound)
    writes.deleteChanges.bind(seqs.upperBound)
    try writes.deleteChanges.run()
  }

  /// Deletes the stored responses to creations of sessions that are older than `lifetime`.
  func forgetExpiredCreations(now: Int64) throws(SQLiteError) {
    writes.forgetExpiredCreations.bind(now - IdempotencyRecord.lifetime)
    try writes.forgetExpiredCreations.run()
  }

  /// Writes a session and a change of it, and rolls both back.
  ///
  /// SQLite still commits the touched pages, so the transaction fails in the same cases as that of a client: a
  /// corrupted page, a full disk, a failing fsync.
  ///
  /// - Parameter seq: A number that no change has.
  func probe(as seq: Int64) throws(SQLiteError) {
    let snapshot = StateSnapshot.probe(of: .random())
    let session = snapshot.session.id
    try beginningProbe.run()
    try insert(snapshot, as: seq)
    try append(.probe(of: session), as: seq)
    _ = try store(snapshot, now: 0)
    try insert(CollectionOfOne(SnapshotBacklog.Entry(revision: 2, seq: seq)), of: session)
    try endingProbe.run()
    try releasingProbe.run()
  }

  private func bindScope(of record: IdempotencyRecord, to statement: Statement) {
    if let session = record.session { bind(session, to: statement) } else { statement.bind("") }
  }
}

extension IdempotencyRecord {
  /// 24 hours, in milliseconds.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000
}
