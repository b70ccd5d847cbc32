import Sessions

extension Writer {
  /// Carries out a write in the transaction.
  func perform(_ submission: Submission, _ transaction: inout WriteTransaction) throws(SQLiteError) {
    let seq = nextSeq + transaction.numbered
    switch submission.write {
    case .change(let change, let owner):
      guard try reserveMailboxes(of: [change], &transaction) else { return failures.record(unwritten: change) }
      try connection.append(change, as: seq)
      transaction.append(change, of: owner, as: seq)
    case .create(let new, let record):
      if let taken = try connection.create(new, record: record, as: seq) { return transaction.fail(.keyTaken(taken)) }
      transaction.create(new, as: seq)
    case .record(let record):
      try connection.insert(record)
    case .importSlice(let slice):
      if slice.isFirst { try connection.dropImport(slice.session, 0..<Int.max) }
      try connection.write(slice, from: seq)
      transaction.append(slice, from: seq)
    case .add(let session):
      if let taken = try connection.add(session, as: seq) { return transaction.fail(.keyTaken(taken)) }
      transaction.create(session.session, as: seq)
      transaction.endImport(of: session.session.session.id)
    case .begin(let session, let changes, _):
      guard let begun = submission.begun?.snapshot else {
        return transaction.fail(.unavailable("the first changes of a session have made no state"))
      }
      try begin(session, changes, begun, as: seq, &transaction)
    case .dropImport(let session, let revisions, let isLast):
      try connection.dropImport(session, revisions)
      guard isLast else { break }
      try connection.reserveNumbers(upTo: seq - 1)
      transaction.endImport(of: session)
    case .prune(let session, let revision):
      try connection.prune(session, before: revision)
      // Rows that do not fit are found when the session is pruned again.
      guard !prunedHistory.isFull, let find = try connection.pruned(session, from: prunedHistory.known(of: session))
      else { break }
      transaction.add(find)
    case .tokens(let session, let creation, let others):
      try connection.setToken(creation, of: session)
      try connection.setTokens(others, of: session)
    case .labels(let session, let labels, let key):
      // Before the labels: a job that fails by a taken key leaves them as they are.
      if let key {
        if let taken = try connection.find(key: key.key, of: key.app) { return transaction.fail(.keyTaken(taken)) }
        try connection.setKey(key.key, of: session)
      }
      try connection.setLabels(labels, of: session)
    case .lease:
      preconditionFailure("a journal of one process stores no leases")
    case .delete(let session, let deletion):
      if erasedHistories.remove(session) == nil, try connection.hasLongHistory(session) {
        return transaction.postpone()
      }
      try delete(session, deletion, as: seq, transaction)
      transaction.countNumber()
      transaction.delete(session)
    case .dismiss(let message):
      try connection.deleteMessage(message)
    case .deferCall(let key, let attempts, let failure, let due):
      try connection.deferCall(key, attempts: attempts, failure: failure, due: due)
    case .probe:
      try connection.probe(as: seq)
    case .define(let app):
      try connection.define(app, replacing: true)
    case .withdraw(let app, let versions, let time):
      for version in versions { try connection.withdraw(app, version: version, at: time) }
    case .reinstate(let app, let version):
      try connection.withdraw(app, version: version, at: nil)
    case .rollout(let rollout, let app):
      try connection.set(rollout, of: app)
    case .flows(let write):
      try connection.perform(write)
    case .webhook(let write):
      try connection.perform(write)
    case .appKey(let write):
      try connection.perform(write)
    case .operators(let write):
      try connection.perform(write)
    case .batch(let write):
      try connection.perform(write)
    }
  }

  /// Creates a session with its first changes, which are in its first snapshot.
  private func begin(
    _ session: ImportedSession, _ changes: [Change], _ begun: StateSnapshot, as seq: Int64,
    _ transaction: inout WriteTransaction
  ) throws(SQLiteError) {
    let app = session.session.session.app
    // Before capacity is reserved, which a session that is not created would keep.
    if changes.contains(where: { !$0.messages.isEmpty }), let key = session.session.session.metadata.key,
      let taken = try connection.find(key: key, of: app)
    {
      return transaction.fail(.keyTaken(taken))
    }
    guard try reserveMailboxes(of: changes, in: app, &transaction) else { return }
    var stored = session
    stored.session = begun
    if let taken = try connection.add(stored, as: seq) { return transaction.fail(.keyTaken(taken)) }
    transaction.create(session.session, as: seq)
    if let flow = begun.flow { transaction.flows.add(flow, of: app) }
    let entries = zip((seq + 1)..., changes).map { SnapshotBacklog.Entry(revision: $1.revision, seq: $0) }
    for (entry, change) in zip(entries, changes) {
      try connection.append(change, as: entry.seq)
      transaction.countNumber()
    }
    try connection.insert(entries, of: session.session.session.id)
  }

  /// Reserves capacity for the messages of a change to recipients by key, which no other part of the program can find.
  ///
  /// - Returns: false when a mailbox is full; the job has failed then.
  private func reserveMailboxes(
    of changes: [Change], in app: String? = nil, _ transaction: inout WriteTransaction
  ) throws(SQLiteError) -> Bool {
    var entries: [MailboxEntry] = []
    for change in changes where !change.messages.isEmpty {
      entries += try connection.entriesByKey(of: change, in: app)
    }
    guard !entries.isEmpty else { return true }
    guard mailboxes.reserve(entries) else {
      transaction.fail(.mailboxFull(limit: mailboxes.limit))
      return false
    }
    transaction.recordReserved(entries)
    return true
  }

  private func delete(
    _ session: SessionID, _ deletion: Deletion, as seq: Int64, _ transaction: borrowing WriteTransaction
  ) throws(SQLiteError) {
    let entries = backlog.entries(of: session) + transaction.entries(of: session)
    try connection.delete(session, deletion, at: entries.last?.revision ?? 0, as: seq)
    for entry in entries { try connection.deleteChange(entry.seq) }
  }
}
