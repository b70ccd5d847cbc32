import Dispatch
import Sessions
import Synchronization

/// A journal in memory, whose writes wait until its owner commits or fails them.
///
/// Reads and requests for snapshots are answered at once, unless the owner holds them.
package final class MemoryJournal: TableJournal {
  package struct Settings: Sendable {
    package var capacity: Int
    package var holdsSnapshots: Bool
    package var holdsReads: Bool

    package init(capacity: Int = 4096, holdsSnapshots: Bool = false, holdsReads: Bool = false) {
      (self.capacity, self.holdsSnapshots, self.holdsReads) = (capacity, holdsSnapshots, holdsReads)
    }
  }

  fileprivate struct State {
    var tables: MemoryTables
    var writes: [(write: Write, settled: Settled)] = []
    /// The held reads, each of which reads the tables and returns a closure that delivers the result.
    var reads: [@Sendable () -> () -> Void] = []
    /// The held requests for snapshots.
    var requests: [SnapshotRequest] = []
    var nextRequest: CheckedContinuation<SnapshotRequest, Never>?
    var batches = 0
    var mailboxes = Mailboxes()
    var behind: [SessionID] = []
    var failsReads = false
    var verdict: (@Sendable (Int) -> JournalFailure?)?
  }

  package struct SnapshotRequest: Sendable {
    package var owner: any SnapshotOwner
    fileprivate let settled: Settled
  }

  private let settings: Settings
  private let state: Mutex<State>
  private let thread = DispatchQueue(label: "journal")

  package init(_ settings: Settings = Settings(), now: @escaping @Sendable () -> Int64) {
    self.settings = settings
    state = Mutex(State(tables: MemoryTables(now: now)))
  }

  /// Creates a journal with a copy of the current tables of another one.
  package init(copyOf other: MemoryJournal) {
    settings = other.settings
    state = Mutex(State(tables: other.tables))
  }

  package var waiting: Int { state.withLock { $0.writes.count } }
  package var tables: MemoryTables { state.withLock { $0.tables } }
  package var behind: [SessionID] { state.withLock { $0.behind } }

  package func setBehind(_ sessions: [SessionID]) { state.withLock { $0.behind = sessions } }
  package var waitingReads: Int { state.withLock { $0.reads.count } }
  /// The number of held requests for snapshots.
  package var waitingRequests: Int { state.withLock { $0.requests.count } }
  package func failReads(_ fails: Bool) { state.withLock { $0.failsReads = fails } }

  /// Settles all further writes on a thread of its own, at most 16 in a batch.
  ///
  /// - Parameter verdict: Returns the failure of the batch with a number, or nil to commit it.
  package func settleByItself(_ verdict: @escaping @Sendable (Int) -> JournalFailure?) {
    state.withLock { $0.verdict = verdict }
  }

  // MARK: Control by the owner

  /// Settles the oldest writes, or all of them if no number is given.
  package func settle(_ count: Int? = nil, failing failure: JournalFailure? = nil) {
    let settled = state.withLock { state in
      let count = min(count ?? state.writes.count, state.writes.count)
      let batch = state.writes.prefix(count)
      state.writes.removeFirst(count)
      return batch.map { job in
        (job.settled, failure.map { state.tables.refuse(job.write, $0) } ?? state.perform(job.write))
      }
    }
    for (settled, failure) in settled { settled(failure) }
  }

  /// Completes the held reads.
  ///
  /// - Parameter body: Runs after the reads have their results and before they deliver them.
  package func settleReads(before body: () -> Void = {}) {
    let reads = state.withLock { state in
      defer { state.reads = [] }
      return state.reads
    }
    let seen = reads.map { $0() }
    body()
    for handOver in seen { handOver() }
  }

  /// Returns the oldest held request for a snapshot, or waits for the next one.
  package func nextSnapshotRequest() async -> SnapshotRequest {
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
  package func settle(_ held: SnapshotRequest, failing failure: JournalFailure? = nil) {
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

  package func submit(_ write: Write, as commit: SessionCommit?, settled: @escaping Settled) -> Bool {
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

  package func storeSnapshot(of owner: any SnapshotOwner) async throws(JournalFailure) {
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

  /// The messages as counted now, since a registry that asks for them is a new start.
  package var mailboxes: Mailboxes? {
    state.withLock { state in
      let uses = Dictionary(grouping: state.tables.messages, by: \.recipient).mapValues { messages in
        MailboxUse(messages: messages.count, bytes: messages.reduce(0) { $0 + $1.action.count })
      }
      state.mailboxes = Mailboxes(stored: uses)
      return state.mailboxes
    }
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing MemoryTables) -> Value
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

extension MemoryJournal.State {
  /// Performs a write, and reserves capacity for its messages to recipients by key.
  fileprivate mutating func perform(_ write: Write) -> JournalFailure? {
    let entries = tables.entriesByKey(of: write)
    guard mailboxes.reserve(entries) else { return tables.refuse(write, .mailboxFull(limit: mailboxes.limit)) }
    let failure = tables.apply(write)
    if failure != nil { mailboxes.release(entries) }
    if case .delete(let id, _) = write { mailboxes.forget(id) }
    return failure
  }
}
