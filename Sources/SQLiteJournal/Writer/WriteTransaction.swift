import Sessions

/// A transaction of the writer: its jobs and projections, and the effects that are published once it is committed.
///
/// It may be begun several times: after an error that concerns one row, it is abandoned and begun again without the job
/// or the projection that caused the error.
struct WriteTransaction: ~Copyable {
  var jobs: [Writer.Job] = []
  /// The failures of single jobs, by index.
  var failures: [Int: JournalFailure] = [:]
  private(set) var projections: [TakenProjection] = []
  /// The sessions whose ids are added to the index.
  private(set) var unindexed: [SessionIndexQueue.Item] = []
  /// The sessions that were asked for a projection.
  private var asked: Set<ObjectIdentifier> = []

  /// The effects of the current attempt.
  private(set) var appended: [AppendedChange] = []
  /// The sessions that were created and are not in the index, in the order of the numbers of their rows.
  private(set) var created: [(session: SessionID, seq: Int64)] = []
  /// The sessions whose ids were added to the index.
  private(set) var indexed: Set<SessionID> = []
  private(set) var deleted: [SessionID] = []
  private(set) var finds: [PrunedHistory.PrunedChanges] = []
  /// The part of the pruned history that was erased.
  private(set) var erased: PrunedHistory.ErasureBatch?
  /// The deletions that wait until the histories of their sessions are erased, by index.
  private(set) var postponed: Set<Int> = []
  private(set) var importSteps: [UnfinishedImports.Step] = []
  /// The failures of jobs that wrote nothing, by index: creations with the key of another session, changes with
  /// messages to a full mailbox.
  private var refusals: [Int: JournalFailure] = [:]
  /// The mailbox capacity that the attempt has reserved.
  private(set) var reserved: [MailboxEntry] = []
  /// The number of writes carried out.
  private(set) var written = 0
  /// The number of `seq`s used.
  private(set) var numbered: Int64 = 0
  /// The part that is being written.
  private(set) var phase = Phase.ending

  /// A change that the transaction has appended.
  struct AppendedChange {
    let session: SessionID
    let entry: ProjectionBacklog.Entry
    let owner: any Projecting
  }

  enum Phase {
    case index(Int)
    case projection(Int)
    case job(Int)
    case ending
  }

  /// Whether the part that is being written brings tables up to date.
  var isFollowing: Bool {
    switch phase {
    case .index, .projection: true
    case .job, .ending: false
    }
  }

  /// Drops the projections and the sessions for the index.
  mutating func dropFollowing() {
    projections.removeAll(keepingCapacity: true)
    unindexed.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
  }

  var hasWrites: Bool { jobs.contains(where: \.isWrite) }
  /// Whether it has probes and no other writes.
  var hasOnlyProbes: Bool { jobs.allSatisfy { $0.isProbe || !$0.isWrite } }

  /// Begins an attempt on the connection.
  mutating func begin(on connection: WriteConnection) throws(SQLiteError) {
    connection.forgetAddressees()
    try connection.begin()
  }

  /// Commits the attempt.
  mutating func commit(on connection: WriteConnection) throws(SQLiteError) {
    phase = .ending
    try connection.commit()
  }

  /// Rolls the attempt back and drops its effects. The jobs and projections stay.
  mutating func abandon(on connection: WriteConnection) throws(SQLiteError) {
    dropEffects()
    try connection.connection.rollBack()
  }

  /// Empties the transaction for the next jobs, and keeps the storage of its arrays.
  mutating func end() {
    dropEffects()
    jobs.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
    projections.removeAll(keepingCapacity: true)
    unindexed.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
  }

  private mutating func dropEffects() {
    appended.removeAll(keepingCapacity: true)
    created.removeAll(keepingCapacity: true)
    indexed.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    finds.removeAll()
    erased = nil
    postponed.removeAll()
    importSteps.removeAll()
    refusals.removeAll()
    reserved.removeAll()
    phase = .ending
    written = 0
    numbered = 0
  }

  // MARK: Session index

  mutating func add(_ item: SessionIndexQueue.Item) { unindexed.append(item) }

  mutating func beginIndexing(_ index: Int) -> SessionID {
    phase = .index(index)
    return unindexed[index].session
  }

  mutating func remove(unindexed index: Int) -> SessionIndexQueue.Item { unindexed.remove(at: index) }

  mutating func create(_ session: SessionID, as seq: Int64) { created.append((session, seq)) }

  /// The number of the row of a session that the transaction has created and not indexed.
  func seq(ofCreated session: SessionID) -> Int64? { created.last { $0.session == session }?.seq }

  mutating func recordIndexed(_ session: SessionID) { indexed.insert(session) }

  /// Whether the transaction has added the id of a session to the index.
  func hasIndexed(_ session: SessionID) -> Bool { !indexed.isEmpty && indexed.contains(session) }

  // MARK: Projections

  /// - Returns: false when the owner was asked before.
  mutating func ask(_ owner: any Projecting) -> Bool {
    asked.insert(ObjectIdentifier(owner)).inserted
  }

  mutating func add(_ projection: TakenProjection) { projections.append(projection) }

  mutating func remove(projection index: Int) -> TakenProjection { projections.remove(at: index) }

  mutating func beginProjection(_ index: Int) -> TakenProjection {
    phase = .projection(index)
    return projections[index]
  }

  /// Records that the session of a projection has been deleted.
  mutating func void(projection index: Int) { projections[index].isVoid = true }

  // MARK: Effects

  mutating func beginJob(_ index: Int) { phase = .job(index) }

  mutating func endWrites() { phase = .ending }

  mutating func countWrite() { written += 1 }

  /// Records a write other than a change that has used the next `seq`.
  mutating func countNumber() { numbered += 1 }

  /// The changes of a session that the transaction has appended, oldest first.
  func entries(of session: SessionID) -> [ProjectionBacklog.Entry] {
    appended.filter { $0.session == session }.map(\.entry)
  }

  /// Records that the current job fails and writes nothing.
  mutating func fail(_ failure: JournalFailure) {
    if case .job(let index) = phase { refusals[index] = failure }
  }

  mutating func recordReserved(_ entries: [MailboxEntry]) { reserved += entries }

  /// The failure of a job in a committed transaction.
  func failure(of job: Int) -> JournalFailure? {
    failures[job] ?? refusals[job]
  }

  /// Records an appended change, which has used the next `seq`.
  mutating func append(_ change: Change, of owner: any Projecting, as seq: Int64) {
    numbered += 1
    let entry = ProjectionBacklog.Entry(revision: change.revision, seq: seq)
    appended.append(AppendedChange(session: change.session, entry: entry, owner: owner))
  }

  /// Records the changes of an import, the first of which has used the next `seq`.
  mutating func append(_ slice: ImportSlice, from seq: Int64) {
    importSteps.append(.began(slice.session, seq))
    numbered += Int64(slice.changes.count)
  }

  mutating func endImport(of session: SessionID) { importSteps.append(.ended(session)) }

  mutating func delete(_ session: SessionID) { deleted.append(session) }

  mutating func add(_ find: PrunedHistory.PrunedChanges) { finds.append(find) }

  mutating func recordErased(_ part: PrunedHistory.ErasureBatch?) { erased = part }

  /// Records that the current job has to wait.
  mutating func postpone() {
    if case .job(let index) = phase { postponed.insert(index) }
  }
}

/// A projection that a transaction writes.
struct TakenProjection {
  let owner: any Projecting
  let projection: Projection
  /// The changes that the tables show after it.
  let entries: [ProjectionBacklog.Entry]
  /// The index of the job that requested it.
  let job: Int?
  /// Whether the session has been deleted.
  var isVoid = false
}
