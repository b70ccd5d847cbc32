import Support
import Synchronization

/// Runs the batch jobs; one instance per process.
///
/// The journal stores each job with its cursor and its counts. A change that a job makes is written together with a
/// record that the session is done, so that no session is changed twice, also over crashes.
package final class BatchRunner: Sendable {
  private let scheduler: WorkScheduler<BatchBacklog>
  private let journal: any Journal
  private let node: ServerNode?
  private let mostActions = Mutex(0)
  private let now: WallClock
  private let spans: BatchSpans

  init(sessions: LoadedSessions) {
    let environment = sessions.environment
    let (journal, now, node) = (environment.journal, environment.now, environment.node.shared)
    self.journal = journal
    self.now = now
    self.node = node
    let spans = BatchSpans(environment.tracer)
    self.spans = spans
    scheduler = WorkScheduler(BatchBacklog(isShared: node != nil), now: now) { query throws(JournalFailure) in
      switch query {
      case .page(let id, let filter, let after, _):
        // The cursor moves before the next page begins, so that the journal has at most a page of done sessions
        // (decision 0045).
        if let after { try await Self.store(.advance(id, to: after), in: journal) }
        return .sessions(
          try await SessionListing(sessions: sessions, filter: filter, limit: BatchRun.page).read(after: after))
      case .end(let id):
        let time = now()
        try await Self.store(.end(id, .done, at: time), in: journal)
        spans.end(id, .done)
        // The last counts of the job.
        await node?.refreshCatalogues()
        return .ended(at: time)
      }
    }
  }

  private static func store(_ write: BatchWrite, in journal: any Journal) async throws(JournalFailure) {
    guard try await journal.store(.batch(write)) else { throw .unavailable("the queue of writes is full") }
  }

  /// Adds the jobs of an earlier process; to be called once, before any other use.
  ///
  /// - Parameter mostActions: The limit of actions that are sent together.
  /// - Returns: The jobs whose stored row is corrupted. They do not run.
  package func restore(_ batches: [StoredBatch], mostActions: Int) -> [BatchID] {
    var damaged: [BatchID] = []
    self.mostActions.withLock { $0 = mostActions }
    for stored in batches {
      if let batch = Batch(stored, mostActions: mostActions) {
        scheduler.withBacklog { backlog in
          // With several nodes, each job is run by the node that owns it.
          if node == nil {
            backlog.add(spans.traced(batch), done: stored.done)
          } else {
            backlog.follow(batch, done: stored.done, isOwned: false)
          }
        }
      } else {
        damaged.append(stored.id)
      }
    }
    return damaged
  }

  /// Whether a job runs, on any node.
  package var areRunning: Bool { scheduler.withBacklog { $0.runningCount > 0 } }

  /// Takes over what all nodes have stored of the jobs, and runs those that this node owns, with several nodes.
  package func follow(_ batches: [StoredBatch]) {
    guard let node else { return }
    let mostActions = mostActions.withLock { $0 }
    for stored in batches {
      // A damaged one was reported at the start of the process, or by the node that took it.
      guard let batch = Batch(stored, mostActions: mostActions) else { continue }
      let isOwned = node.owns(stored.id.text)
      if !isOwned { spans.drop(batch.id) }
      scheduler.add { $0.follow(batch, done: stored.done, isOwned: isOwned) }
    }
  }

  func start(_ wakeup: any WakeupTimer, run: @escaping WorkScheduler<BatchBacklog>.Run) {
    scheduler.start(wakeup, run: run)
  }

  func stop() { scheduler.stop() }

  // MARK: Requests

  /// All jobs, in the order of their ids.
  package var batches: [Batch] { scheduler.withBacklog { $0.batches } }

  package subscript(id: BatchID) -> Batch? { scheduler.withBacklog { $0[id] } }

  /// The number of sessions that a job has to do, partly an estimate; nil: unknown, 0: it has ended.
  package func left(of id: BatchID) -> Int? { scheduler.withBacklog { $0.left(of: id) } }

  /// The result of adding a job.
  package enum AddResult: Sendable {
    case added(Batch)
    /// The limit of running jobs is reached.
    case tooMany(limit: Int)
    case journalBusy
    case failed(JournalFailure)
  }

  /// Adds a job, which begins once it is durable.
  ///
  /// - Parameters:
  ///   - key: The idempotency key of the request, under which the response is stored.
  ///   - render: Renders the response to a request with a key.
  package func add(
    _ request: BatchRequest, key: IdempotencyKey?, render: @escaping @Sendable (Batch) -> StoredResponse
  ) async -> AddResult {
    while true {
      guard let id = scheduler.withBacklog({ $0.runningCount < BatchBacklog.mostRunning ? $0.makeID() : nil }) else {
        return .tooMany(limit: BatchBacklog.mostRunning)
      }
      let batch = Batch(id, request, startedAt: now())
      let record = key.map { key in
        let response = render(batch)
        return key.record(of: nil, status: response.status, revision: 0, body: response.body, at: batch.startedAt)
      }
      do throws(JournalFailure) {
        guard try await journal.store(.batch(.add(batch.stored, record: record))) else { return .journalBusy }
      } catch {
        guard error == .overtaken, let node else { return .failed(error) }
        // Another node has used the number.
        await node.refreshCatalogues()
        continue
      }
      let isOwned = node?.owns(id.text) ?? true
      scheduler.add { [spans] in $0.follow(isOwned ? spans.traced(batch) : batch, done: [], isOwned: isOwned) }
      return .added(batch)
    }
  }

  /// The result of cancelling a job.
  package enum CancelResult: Sendable {
    /// It is not running any more, whether or not it was.
    case ended
    case notFound
    case journalBusy
    case failed(JournalFailure)
  }

  /// Cancels a job. Sessions that have begun are completed.
  package func cancel(_ id: BatchID) async -> CancelResult {
    guard let batch = self[id] else { return .notFound }
    guard batch.state == .running else { return .ended }
    let time = now()
    do throws(JournalFailure) {
      guard try await journal.store(.batch(.end(id, .cancelled, at: time))) else { return .journalBusy }
    } catch {
      return .failed(error)
    }
    spans.end(id, .cancelled)
    // The last counts of the job.
    await node?.refreshCatalogues()
    scheduler.add { $0.end(id, .cancelled, at: time) }
    return .ended
  }

  func report(in text: inout MetricsText) {
    let (running, total) = scheduler.withBacklog { ($0.runningCount, $0.total) }
    text.gauge("navstate_batches_running", "Batch jobs that are running.", running)
    text.begin("navstate_batch_sessions_total", .counter, "Sessions done by batch jobs, by outcome.")
    text.series(total.changed, ["outcome": "changed"])
    text.series(total.unchanged, ["outcome": "unchanged"])
    text.series(total.refusedCount, ["outcome": "refused"])
  }
}
