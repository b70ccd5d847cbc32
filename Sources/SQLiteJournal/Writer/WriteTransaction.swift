import Sessions

/// A transaction of the writer: its jobs and snapshots, and the effects that are published once it is committed.
///
/// It may be begun several times: after an error that concerns one row, it is abandoned and begun again without the job
/// or the snapshot that caused the error.
struct WriteTransaction: ~Copyable {
  var jobs: [Writer.Job] = []
  /// The failures of single jobs, by index.
  var failures: [Int: JournalFailure] = [:]
  private(set) var snapshots: [TakenSnapshot] = []
  /// The bytes of the snapshots.
  private(set) var snapshotBytes = 0
  /// The requests that are answered after the transaction, each with the failure that is known before it.
  private(set) var requests: [(request: Writer.SnapshotRequest, refusal: JournalFailure?)] = []
  /// The failures of single snapshots.
  var snapshotFailures: [SessionID: JournalFailure] = [:]
  /// The sessions that were asked for a snapshot.
  private var asked: Set<ObjectIdentifier> = []

  /// The effects of the current attempt.
  private(set) var appended: [AppendedChange] = []
  /// The last session that was created.
  private(set) var created: CreatedSession?
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
  /// The ways of sessions whose snapshots it stores.
  var flows = FlowCounts()
  /// The number of writes carried out.
  private(set) var written = 0
  /// The number of `seq`s used.
  private(set) var numbered: Int64 = 0
  /// The part that is being written.
  private(set) var phase = Phase.ending

  /// A change that the transaction has appended.
  struct AppendedChange {
    let session: SessionID
    let entry: SnapshotBacklog.Entry
    let owner: any SnapshotOwner
  }

  /// A session that a transaction has created.
  struct CreatedSession {
    let session: SessionID
    let seq: Int64
  }

  enum Phase {
    case snapshot(Int)
    case job(Int)
    case ending
  }

  /// Whether a snapshot is being written.
  var isStoringSnapshot: Bool {
    if case .snapshot = phase { true } else { false }
  }

  /// Drops the snapshots.
  mutating func dropSnapshots() {
    snapshots.removeAll(keepingCapacity: true)
    snapshotBytes = 0
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

  /// Rolls the attempt back and drops its effects. The jobs and snapshots stay.
  mutating func abandon(on connection: WriteConnection) throws(SQLiteError) {
    dropEffects()
    connection.attributed = []
    try connection.connection.rollBack()
  }

  /// Empties the transaction for the next jobs, and keeps the storage of its arrays.
  mutating func end() {
    dropEffects()
    jobs.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
    dropSnapshots()
    requests.removeAll(keepingCapacity: true)
    snapshotFailures.removeAll(keepingCapacity: true)
  }

  private mutating func dropEffects() {
    appended.removeAll(keepingCapacity: true)
    created = nil
    deleted.removeAll(keepingCapacity: true)
    finds.removeAll()
    erased = nil
    postponed.removeAll()
    importSteps.removeAll()
    refusals.removeAll()
    reserved.removeAll()
    flows.removeAll()
    phase = .ending
    written = 0
    numbered = 0
  }

  // MARK: Snapshots

  /// - Returns: false when the owner was asked before.
  mutating func ask(_ owner: any SnapshotOwner) -> Bool {
    asked.insert(ObjectIdentifier(owner)).inserted
  }

  mutating func add(_ request: Writer.SnapshotRequest, _ refusal: JournalFailure?) {
    requests.append((request, refusal))
  }

  mutating func add(_ snapshot: TakenSnapshot) {
    snapshots.append(snapshot)
    snapshotBytes += snapshot.snapshot.navigation.count + snapshot.snapshot.session.data.count
  }

  mutating func remove(snapshot index: Int) -> TakenSnapshot { snapshots.remove(at: index) }

  mutating func beginSnapshot(_ index: Int) -> TakenSnapshot {
    phase = .snapshot(index)
    return snapshots[index]
  }

  /// Records that the session of a snapshot has been deleted.
  mutating func void(snapshot index: Int) { snapshots[index].isVoid = true }

  // MARK: Effects

  mutating func beginJob(_ index: Int) { phase = .job(index) }

  mutating func endWrites() { phase = .ending }

  mutating func countWrite() { written += 1 }

  /// Records a write other than a change that has used the next `seq`.
  mutating func countNumber() { numbered += 1 }

  /// The changes of a session that the transaction has appended, oldest first.
  func entries(of session: SessionID) -> [SnapshotBacklog.Entry] {
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
  mutating func append(_ change: Change, of owner: any SnapshotOwner, as seq: Int64) {
    numbered += 1
    let entry = SnapshotBacklog.Entry(revision: change.revision, seq: seq)
    appended.append(AppendedChange(session: change.session, entry: entry, owner: owner))
  }

  /// Records the changes of an import, the first of which has used the next `seq`.
  mutating func append(_ slice: ImportSlice, from seq: Int64) {
    importSteps.append(.began(slice.session, seq))
    numbered += Int64(slice.changes.count)
  }

  mutating func endImport(of session: SessionID) { importSteps.append(.ended(session)) }

  /// Records a creation, which has used the next `seq`.
  mutating func create(_ new: StateSnapshot, as seq: Int64) {
    created = CreatedSession(session: new.session.id, seq: seq)
    if let flow = new.flow { flows.add(flow, of: new.session.app) }
    numbered += 1
  }

  mutating func delete(_ session: SessionID) { deleted.append(session) }

  mutating func add(_ find: PrunedHistory.PrunedChanges) { finds.append(find) }

  mutating func recordErased(_ part: PrunedHistory.ErasureBatch?) { erased = part }

  /// Records that the current job has to wait.
  mutating func postpone() {
    if case .job(let index) = phase { postponed.insert(index) }
  }
}

/// A snapshot that a transaction stores.
struct TakenSnapshot {
  let owner: any SnapshotOwner
  let snapshot: StateSnapshot
  /// The changes that are in it and were not in the former one.
  let entries: [SnapshotBacklog.Entry]
  /// Whether the session has been deleted.
  var isVoid = false
}
