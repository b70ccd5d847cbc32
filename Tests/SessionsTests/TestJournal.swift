import Dispatch
import Sessions
import Synchronization

/// A journal in memory whose writes wait until the test commits or fails them.
///
/// Reads and requests for snapshots are answered at once, unless the test holds them.
final class TestJournal: Journal {

  struct Settings: Sendable {
    var capacity = 4096
    var holdsSnapshots = false
    var holdsReads = false
  }

  private struct State {
    var tables: Tables
    var writes: [(write: Write, settled: Settled)] = []
    /// The held reads, each of which reads the tables and returns a closure that delivers the result.
    var reads: [@Sendable () -> () -> Void] = []
    /// The held requests for snapshots.
    var requests: [SnapshotRequest] = []
    var nextRequest: CheckedContinuation<SnapshotRequest, Never>?
    var batches = 0
    var behind: [SessionID] = []
    var failsReads = false
    var verdict: (@Sendable (Int) -> JournalFailure?)?
  }

  struct SnapshotRequest: Sendable {
    let owner: any SnapshotOwner
    let settled: Settled
  }

  private let settings: Settings
  private let state: Mutex<State>
  private let thread = DispatchQueue(label: "journal")

  init(_ settings: Settings = Settings(), now: @escaping @Sendable () -> Int64) {
    self.settings = settings
    state = Mutex(State(tables: Tables(now: now)))
  }

  /// Creates a journal with a copy of the current tables of another one.
  init(copyOf other: TestJournal) {
    settings = other.settings
    state = Mutex(State(tables: other.tables))
  }

  var waiting: Int { state.withLock { $0.writes.count } }
  var tables: Tables { state.withLock { $0.tables } }
  var behind: [SessionID] { state.withLock { $0.behind } }

  func setBehind(_ sessions: [SessionID]) { state.withLock { $0.behind = sessions } }
  var waitingReads: Int { state.withLock { $0.reads.count } }
  /// The number of held requests for snapshots.
  var waitingRequests: Int { state.withLock { $0.requests.count } }
  func failReads(_ fails: Bool) { state.withLock { $0.failsReads = fails } }

  /// Settles all further writes on a thread of its own, at most 16 in a batch.
  ///
  /// - Parameter verdict: Returns the failure of the batch with a number, or nil to commit it.
  func settleByItself(_ verdict: @escaping @Sendable (Int) -> JournalFailure?) {
    state.withLock { $0.verdict = verdict }
  }

  func backUp() async -> BackingUp { .failed(.unavailable("what is in memory has no files")) }

  // MARK: Control by the test

  /// Settles the oldest writes, or all of them if no number is given.
  func settle(_ count: Int? = nil, failing failure: JournalFailure? = nil) {
    let settled = state.withLock { state in
      let count = min(count ?? state.writes.count, state.writes.count)
      let batch = state.writes.prefix(count)
      state.writes.removeFirst(count)
      return batch.map { job in
        (job.settled, failure.map { state.tables.refuse(job.write, $0) } ?? state.tables.apply(job.write))
      }
    }
    for (settled, failure) in settled { settled(failure) }
  }

  /// Completes the held reads.
  ///
  /// - Parameter body: Runs after the reads have their results and before they deliver them.
  func settleReads(before body: () -> Void = {}) {
    let reads = state.withLock { state in
      defer { state.reads = [] }
      return state.reads
    }
    let seen = reads.map { $0() }
    body()
    for handOver in seen { handOver() }
  }

  /// Returns the oldest held request for a snapshot, or waits for the next one.
  func nextSnapshotRequest() async -> SnapshotRequest {
    await withCheckedContinuation { continuation in
      let held = state.withLock { state -> SnapshotRequest? in
        guard state.requests.isEmpty else { return state.requests.removeFirst() }
        state.nextRequest = continuation
        return nil
      }
      if let held { continuation.resume(returning: held) }
    }
  }

  /// Stores the snapshot of a held request, or fails it.
  func settle(_ held: SnapshotRequest, failing failure: JournalFailure? = nil) {
    if let snapshot = held.owner.takeSnapshot() {
      if failure == nil {
        state.withLock { $0.tables.store(snapshot) }
      } else {
        held.owner.returnSnapshot()
      }
    }
    held.settled(failure)
  }

  // MARK: Journal

  func submit(_ write: Write, as commit: SessionCommit?, settled: @escaping Settled) -> Bool {
    state.withLock { state in
      guard state.writes.count < settings.capacity else { return false }
      state.writes.append((write, settled))
      if let verdict = state.verdict { thread.async { [self] in settleBatch(verdict) } }
      return true
    }
  }

  private func settleBatch(_ verdict: @Sendable (Int) -> JournalFailure?) {
    let number = state.withLock { state -> Int? in
      guard !state.writes.isEmpty else { return nil }
      state.batches += 1
      return state.batches
    }
    if let number { settle(16, failing: verdict(number)) }
  }

  func storeSnapshot(of owner: any SnapshotOwner) async throws(JournalFailure) {
    if let failure = await awaiting({ [self] in request(SnapshotRequest(owner: owner, settled: $0)) }) { throw failure }
  }

  private func request(_ held: SnapshotRequest) {
    guard settings.holdsSnapshots else { return settle(held) }
    let waiting = state.withLock { state -> CheckedContinuation<SnapshotRequest, Never>? in
      defer { state.nextRequest = nil }
      if state.nextRequest == nil { state.requests.append(held) }
      return state.nextRequest
    }
    waiting?.resume(returning: held)
  }

  func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession? {
    try await read { $0.stored(id) }
  }

  func idempotencyRecord(for key: String, of session: SessionID?) async throws(JournalFailure) -> IdempotencyRecord? {
    try await read { $0.idempotencyRecord(for: key, of: session) }
  }

  func history(_ query: HistoryPageQuery) async throws(JournalFailure) -> ItemPage<HistoryItem> {
    try await read { $0.history(query) }
  }

  func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity? {
    try await read { tables in
      tables.stored(id).map {
        SessionIdentity(
          app: $0.session.app, appVersion: $0.session.appVersion, tokenHash: $0.session.tokenHash,
          tokens: $0.tokens)
      }
    }
  }

  func tombstone(of id: SessionID) async throws(JournalFailure) -> Tombstone? {
    try await read { $0.tombstones[id] }
  }

  func outputs(_ query: OutputQuery) async throws(JournalFailure) -> ItemPage<OutputItem> {
    preconditionFailure("sessions do not read their outputs")
  }

  func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage {
    try await read { $0.past(query) }
  }

  func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer] {
    try await read { $0.timers(query) }
  }

  func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage {
    try await read { $0.messages(query) }
  }

  func calls(_ query: CallQuery) async throws(JournalFailure) -> [CallRow] {
    try await read { $0.calls(query) }
  }

  var mailboxes: Mailboxes? {
    let uses = Dictionary(grouping: tables.messages, by: \.recipient).mapValues { messages in
      MailboxUse(messages: messages.count, bytes: messages.reduce(0) { $0 + $1.action.count })
    }
    return Mailboxes(stored: uses)
  }

  func session(withKey key: String, of app: String) async throws(JournalFailure) -> SessionID? {
    try await read { $0.session(withKey: key, of: app) }
  }

  func session(withCode hash: [UInt8]) async throws(JournalFailure) -> SessionID? {
    try await read { tables in
      tables.sessions.first { $0.value.tokens.items.contains { $0.isCode && $0.hash == hash } }?.key
    }
  }

  func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary] {
    preconditionFailure("lists of sessions are tested on a database")
  }

  func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage {
    preconditionFailure("the events of apps are tested on a database")
  }

  var lastEvent: Int64 { 0 }
  func announceEvents(to listener: @escaping @Sendable () -> Void) {}

  func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage {
    try await read { $0.expired(query) }
  }

  func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await read { $0.excess(query) }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Tables) -> Value
  ) async throws(JournalFailure) -> Value {
    let look: @Sendable () -> Result<Value, JournalFailure> = { [self] in
      state.withLock { state in
        state.failsReads ? .failure(.unavailable("closed")) : .success(body(state.tables))
      }
    }
    guard settings.holdsReads else { return try look().get() }
    return try await awaiting { [self] done in
      state.withLock { state in
        state.reads.append {
          let seen = look()
          return { done(seen) }
        }
      }
    }.get()
  }
}
