import Support
import Synchronization

/// Runs the batch jobs; one instance per process.
///
/// The journal stores each job with its cursor and its counts. A change that a job makes is written together with a
/// record that the session is done, so that no session is changed twice, also over crashes.
package final class BatchRunner: Sendable {
  private let scheduler: WorkScheduler<BatchBacklog>
  private let journal: any Journal
  private let node: SharedNode?
  private let mostActions = Mutex(0)
  private let now: @Sendable () -> Int64

  init(sessions: LoadedSessions) {
    let environment = sessions.environment
    let (journal, now, node) = (environment.journal, environment.now, environment.shared)
    self.journal = journal
    self.now = now
    self.node = node
    scheduler = WorkScheduler(BatchBacklog(isShared: journal.isShared), now: now) { query, read in
      switch query {
      case .page(let id, let filter, let after, _):
        let list: @Sendable () -> Void = {
          SessionListing(sessions: sessions, filter: filter, limit: BatchRun.page) { page in
            read(page.map(BatchPage.sessions))
          }.read(on: SessionPage(next: after))
        }
        guard let after else { return list() }
        // The cursor moves before the next page begins, so that the journal has at most a page of done sessions
        // (decision 0045).
        let isTaken = journal.submit(.batch(.advance(id, to: after))) { failure in
          if let failure { read(.failure(failure)) } else { list() }
        }
        if !isTaken { read(.failure(.unavailable("the queue of writes is full"))) }
      case .end(let id):
        let time = now()
        let isTaken = journal.submit(.batch(.end(id, .done, at: time))) { failure in
          if let failure { return read(.failure(failure)) }
          Self.readCounts(node) { read(.success(.ended(at: time))) }
        }
        if !isTaken { read(.failure(.unavailable("the queue of writes is full"))) }
      }
    }
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
          // On a shared journal, each job is run by the node that owns it.
          if node == nil {
            backlog.add(batch, done: stored.done)
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

  /// Takes over what all nodes have stored of the jobs, and runs those that this node owns, on a shared journal.
  package func follow(_ batches: [StoredBatch]) {
    guard let node else { return }
    let mostActions = mostActions.withLock { $0 }
    for stored in batches {
      // A damaged one was reported at the start of the process, or by the node that took it.
      guard let batch = Batch(stored, mostActions: mostActions) else { continue }
      let isOwned = node.owns(stored.id.text)
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
    _ request: BatchRequest, key: IdempotencyKey?, render: @escaping @Sendable (Batch) -> StoredResponse,
    added: @escaping @Sendable (AddResult) -> Void
  ) {
    guard let id = scheduler.withBacklog({ $0.runningCount < BatchBacklog.mostRunning ? $0.makeID() : nil }) else {
      return added(.tooMany(limit: BatchBacklog.mostRunning))
    }
    let batch = Batch(id, request, startedAt: now())
    let kept = key.map { key in
      let response = render(batch)
      return key.kept(of: nil, status: response.status, revision: 0, body: response.body, at: batch.startedAt)
    }
    let isTaken = journal.submit(.batch(.add(batch.stored, keeping: kept))) { [self] failure in
      if failure == .overtaken, let node {
        // Another node has used the number.
        return node.refreshCatalogues { [self] in add(request, key: key, render: render, added: added) }
      }
      if let failure { return added(.failed(failure)) }
      let isOwned = node?.owns(id.text) ?? true
      scheduler.add { $0.follow(batch, done: [], isOwned: isOwned) }
      added(.added(batch))
    }
    if !isTaken { added(.journalBusy) }
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
  package func cancel(_ id: BatchID, cancelled: @escaping @Sendable (CancelResult) -> Void) {
    guard let batch = self[id] else { return cancelled(.notFound) }
    guard batch.state == .running else { return cancelled(.ended) }
    let time = now()
    let isTaken = journal.submit(.batch(.end(id, .cancelled, at: time))) { [scheduler, node] failure in
      if let failure { return cancelled(.failed(failure)) }
      Self.readCounts(node) {
        scheduler.add { $0.end(id, .cancelled, at: time) }
        cancelled(.ended)
      }
    }
    if !isTaken { cancelled(.journalBusy) }
  }

  /// Reads the last counts of a job that has ended from a shared journal, then calls `done`.
  private static func readCounts(_ node: SharedNode?, _ done: @escaping @Sendable () -> Void) {
    guard let node else { return done() }
    node.refreshCatalogues(done)
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
