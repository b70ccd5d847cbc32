import Sessions

extension Writer {
  /// Creates a session at the end of the journal; its id follows in the index. A session with labels is found through a
  /// table that refers to its id, so it is indexed at once.
  func create(
    _ new: InitialSession, record: IdempotencyRecord?, as seq: Int64, _ transaction: inout WriteTransaction
  ) throws(SQLiteError) {
    let session = new.session
    if let key = session.metadata.key, let taken = try connection.find(key: key, of: session.app) {
      return transaction.fail(.keyTaken(taken))
    }
    try connection.insert(session, new.navigation, as: seq)
    if session.metadata.labels.isEmpty {
      transaction.create(session.id, as: seq)
    } else {
      try connection.index(session.id, seq)
      try connection.insert(session.metadata.labels, of: session.id)
    }
    if let record { try connection.insert(record) }
    transaction.countNumber()
  }

  /// Adds the id of a session to the index, unless it is there.
  func index(_ session: SessionID, _ transaction: inout WriteTransaction) throws(SQLiteError) {
    // A session that this transaction has created is not in the backlog before the commit.
    guard !transaction.hasIndexed(session), let seq = transaction.seq(ofCreated: session) ?? backlog.seq(of: session)
    else { return }
    try connection.index(session, seq)
    transaction.recordIndexed(session)
  }

  // MARK: Following

  /// Dequeues the sessions that have been waiting for the index since `time`.
  func dequeueUnindexed(since time: Int64, atMost limit: Int, _ transaction: inout WriteTransaction) {
    while transaction.unindexed.count < limit, let item = indexQueue.next(since: time) {
      if backlog.seq(of: item.session) == item.seq { transaction.add(item) }
    }
  }

  /// The sessions that a transaction with writes takes, if there are more than the limit.
  func dequeueExcessUnindexed(_ transaction: inout WriteTransaction, now: Int64) {
    let count = backlog.unindexed.withLock { $0.count }
    if count > WriterTuning.unindexedSessions {
      dequeueUnindexed(since: .max, atMost: max(WriterTuning.slice, 2 * transaction.jobs.count), &transaction)
    } else {
      dequeueUnindexed(since: now - WriterTuning.longest, atMost: WriterTuning.besideWrites, &transaction)
    }
  }

  /// Queues the sessions of a transaction that failed again.
  func requeueUnindexed(of transaction: borrowing WriteTransaction, now: Int64) {
    for item in transaction.unindexed { indexQueue.putBack(item, now: now) }
  }

  /// Updates the shared state after a commit.
  func publishIndex(of transaction: borrowing WriteTransaction, now: Int64) {
    guard !transaction.created.isEmpty || !transaction.indexed.isEmpty else { return }
    backlog.unindexed.withLock { unindexed in
      for (session, seq) in transaction.created { unindexed[session] = seq }
      for session in transaction.indexed { unindexed[session] = nil }
      // An empty dictionary keeps its storage, which is large after a burst of creations.
      if unindexed.isEmpty { unindexed = [:] }
    }
    for (session, seq) in transaction.created where !transaction.hasIndexed(session) {
      indexQueue.append(session, seq: seq, since: now)
    }
  }

  /// The `seq` up to which all sessions are in the index.
  var indexMark: Int64 { (indexQueue.first ?? nextSeq) - 1 }
}
