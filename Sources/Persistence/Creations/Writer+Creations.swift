import SQLite
import Sessions

extension Writer {
  /// Creates a session at the end of the journal; the tables follow. A session with labels is found through a table that
  /// refers to its row, so its tables are written at once.
  func create(
    _ new: NewSession, keeping answer: IdempotencyRecord?, as seq: Int64, _ transaction: inout WriteTransaction
  ) throws(SQLiteError) {
    let session = new.session
    if let taken = try holder(of: session.metadata.key, in: session.app, transaction) {
      return transaction.fail(keyOf: taken)
    }
    if session.metadata.labels.isEmpty {
      try connection.append(session, new.navigation, as: seq)
      transaction.add(
        PendingCreations.Creation(session: session.id, seq: seq, app: session.app, key: session.metadata.key))
    } else {
      try connection.insert(session, Array(new.navigation), as: seq)
    }
    if let answer { try connection.keep(answer) }
    transaction.countNumber()
  }

  /// The session of an app that has a key, also one that the transaction has created.
  func holder(
    of key: String?, in app: String, _ transaction: borrowing WriteTransaction
  ) throws(SQLiteError) -> SessionID? {
    guard let key else { return nil }
    if let session = transaction.created.holder(of: key, in: app), !transaction.shows(session) { return session }
    if let session = backlog.creations.withLock({ $0.holder(of: key, in: app) }), !transaction.shows(session) {
      return session
    }
    return try connection.find(key: key, of: app)
  }

  /// Brings the tables of a session to its creation, unless they show the session already.
  func show(_ session: SessionID, _ transaction: inout WriteTransaction) throws(SQLiteError) {
    guard !transaction.shows(session),
      let creation = transaction.created[session] ?? backlog.creations.withLock({ $0[session] })
    else { return }
    try connection.show(creation)
    transaction.noteShown(session)
  }

  /// Brings the tables to the creations of the sessions that a change refers to by their rows: its own, for the app of
  /// its outputs and messages, and those that receive messages by their keys.
  func showSessions(of change: Change, _ transaction: inout WriteTransaction) throws(SQLiteError) {
    guard change.hasOutputs || !change.messages.isEmpty else { return }
    try show(change.session, &transaction)
    for case .send(let message) in change.messages {
      guard case .key(let key) = message.recipient else { continue }
      let holders = transaction.created.holders(of: key) + backlog.creations.withLock { $0.holders(of: key) }
      for session in holders { try show(session, &transaction) }
    }
  }

  // MARK: Following

  /// Takes the creations that have been waiting for the tables since `time`.
  func takeCreations(since time: Int64, atMost limit: Int, _ transaction: inout WriteTransaction) {
    while transaction.creations.count < limit, let item = creationQueue.first, item.since <= time {
      _ = creationQueue.removeFirst()
      if backlog.creations.withLock({ $0[item.session] }) != nil { transaction.take(item.session) }
    }
  }

  /// The number of creations that a transaction with writes takes, if there are more than the limit.
  func takeExcessCreations(_ transaction: inout WriteTransaction, now: Int64) {
    let count = backlog.creations.withLock { $0.count }
    if count > WriterTuning.pendingCreations {
      takeCreations(since: .max, atMost: max(WriterTuning.slice, 2 * transaction.jobs.count), &transaction)
    } else {
      takeCreations(since: now - WriterTuning.longest, atMost: WriterTuning.besideWrites, &transaction)
    }
  }

  /// Queues the creations of a transaction that failed again.
  func requeueCreations(of transaction: borrowing WriteTransaction, now: Int64) {
    for session in transaction.creations { creationQueue.append(QueuedCreation(session: session, since: now)) }
  }

  /// Updates the shared state after a commit.
  func publishCreations(of transaction: borrowing WriteTransaction, now: Int64) {
    guard !transaction.created.isEmpty || !transaction.shown.isEmpty else { return }
    backlog.creations.withLock { creations in
      for creation in transaction.created.all { creations.add(creation) }
      for session in transaction.shown { creations.remove(session) }
    }
    for creation in transaction.created.all where !transaction.shows(creation.session) {
      creationQueue.append(QueuedCreation(session: creation.session, since: now))
    }
  }
}

/// A creation that waits for the tables.
struct QueuedCreation {
  let session: SessionID
  /// The time of its commit, or of the last failed attempt.
  let since: Int64
}
