/// All jobs in memory, and the sessions that the running ones do next.
struct BatchBacklog: Sendable {
  /// In the order of their ids.
  private(set) var batches: [Batch] = []
  private var runs: [BatchID: BatchRun] = [:]
  private var lastID = BatchID(0)
  /// The sessions done since the start of the process.
  private(set) var total = BatchCounts()
  /// Whether several nodes share the journal. It lists sessions in the order of the numbers of their ids, and the counts
  /// of a job are those that were read from it: other nodes may have counted sessions of the job as well.
  private let isShared: Bool
  private var lastRun = 0

  /// The limit of running jobs.
  static let mostRunning = 16

  init(isShared: Bool = false) {
    self.isShared = isShared
  }

  /// The number of running jobs, on all nodes.
  var runningCount: Int { batches.count { $0.state == .running } }

  subscript(id: BatchID) -> Batch? { batches.first { $0.id == id } }

  /// Whether the job is running.
  func isRunning(_ id: BatchID) -> Bool { runs[id] != nil }

  /// The number of matching sessions that are not done. Exact on the last page; before that an estimate from the density
  /// of the matching ids, nil until the first ones are known.
  func left(of id: BatchID) -> Int? {
    guard let batch = self[id], batch.state == .running else { return 0 }
    // Another node runs it.
    guard let run = runs[id] else { return nil }
    let end: SessionID?
    switch run.position {
    case .lastPage: return run.left
    case .beginning: end = batch.cursor
    case .page(let last): end = last
    }
    guard let examined = end.map(batch.position), examined > 0 else { return nil }
    // An id can be chosen by an import, so that `examined` is next to nothing.
    let estimate = (Double(batch.counts.done + run.left) * (1 - examined) / examined).clampedInteger
    return run.left + Int(min(max(estimate, 1), Int64(UndoState.largest)))
  }

  /// Returns an unused id.
  mutating func makeID() -> BatchID {
    lastID = BatchID(lastID.number + 1)
    return lastID
  }

  /// Adds a durable job.
  ///
  /// - Parameter done: The sessions after its cursor that are done.
  mutating func add(_ batch: Batch, done: Set<SessionID> = []) {
    insert(batch)
    if batch.state == .running { run(batch, done: done) }
  }

  /// Takes over what any node has stored of a job.
  ///
  /// - Parameters:
  ///   - done: The sessions after its cursor that are done.
  ///   - isOwned: Whether this node has to run the job.
  mutating func follow(_ stored: Batch, done: Set<SessionID>, isOwned: Bool) {
    guard let known = self[stored.id] else {
      insert(stored)
      if stored.state == .running, isOwned { run(stored, done: done) }
      return
    }
    // The end is newer than what was read.
    guard known.state == .running || stored.state != .running else { return }
    if stored.state != .running || !isOwned { runs[stored.id] = nil }
    let runsHere = runs[stored.id] != nil
    update(stored.id) { batch in
      (batch.state, batch.finishedAt, batch.counts) = (stored.state, stored.finishedAt, stored.counts)
      if !runsHere { batch.cursor = stored.cursor }
    }
    if stored.state == .running, isOwned, !runsHere { run(stored, done: done) }
  }

  private mutating func run(_ batch: Batch, done: Set<SessionID>) {
    lastRun += 1
    runs[batch.id] = BatchRun(rate: batch.request.rate, done: done, number: lastRun)
  }

  private mutating func insert(_ batch: Batch) {
    var batch = batch
    batch.isShared = isShared
    let place = batches.firstIndex { $0.id > batch.id } ?? batches.count
    batches.insert(batch, at: place)
    lastID = max(lastID, batch.id)
    let oldest = lastID.number - StoredBatch.kept
    batches.removeAll { $0.state != .running && $0.id.number <= oldest }
  }

  /// Ends a job. Sessions that have begun are still counted.
  mutating func end(_ id: BatchID, _ state: Batch.State, at time: Int64) {
    runs[id] = nil
    update(id) { batch in
      if batch.state == .running { (batch.state, batch.finishedAt) = (state, time) }
    }
  }

  private mutating func update(_ id: BatchID, _ body: (inout Batch) -> Void) {
    if let index = batches.firstIndex(where: { $0.id == id }) { body(&batches[index]) }
  }
}

/// A session that a job does next.
struct BatchItem: Sendable {
  let batch: BatchID
  let work: BatchWork
  /// The request that started the job.
  let origin: ChangeOrigin
  let session: SessionID
  /// The number of the run.
  let run: Int
}

/// The result of an attempt on a session.
enum BatchAttempt: Sendable {
  case done(BatchOutcome)
  /// The session was deleted in the meantime.
  case gone
  /// The journal cannot be read or written at present.
  case later
}

/// A step of a job between two pages.
enum BatchQuery: Sendable {
  /// Reads a page of sessions; those up to `after` are done.
  case page(BatchID, SessionFilter, after: SessionID?, run: Int)
  /// Ends a job whose sessions are all done.
  case end(BatchID)

  var batch: BatchID {
    switch self {
    case .page(let id, _, _, _), .end(let id): id
    }
  }
}

/// The result of a step between two pages.
enum BatchPage: Sendable {
  case sessions(SessionPage)
  case ended(at: Int64)
}

extension BatchBacklog: WorkBacklog {
  var nextDue: Int64? { runs.values.compactMap(\.nextDue).min() }
  var nextRead: Int64? { runs.values.contains(where: \.needsPage) ? .min : nil }

  mutating func popDue(_ now: Int64, atMost limit: Int) -> [BatchItem] {
    var items: [BatchItem] = []
    // One of each job in turn.
    var isTaking = true
    while isTaking {
      isTaking = false
      for batch in batches where items.count < limit {
        guard let session = runs[batch.id]?.popDue(now), let run = runs[batch.id]?.number else { continue }
        items.append(
          BatchItem(batch: batch.id, work: batch.request.work, origin: batch.request.origin, session: session, run: run)
        )
        isTaking = true
      }
    }
    return items
  }

  mutating func end(_ item: BatchItem, _ attempt: BatchAttempt, _ now: Int64) -> AttemptOutcome {
    var isDone = true
    switch attempt {
    case .done(let outcome):
      if !isShared { update(item.batch) { $0.counts.record(outcome, of: item.session) } }
      total.record(outcome, of: item.session)
    case .gone: break
    case .later: isDone = false
    }
    // The job may have left this node and come back since; the item is then of a run that has ended.
    if runs[item.batch]?.number == item.run { runs[item.batch]?.end(item.session, isDone: isDone) }
    return isDone ? .settled : .journalFailed
  }

  mutating func beginReading(_ now: Int64) -> BatchQuery {
    guard let batch = batches.first(where: { runs[$0.id]?.needsPage ?? false }), let run = runs[batch.id] else {
      preconditionFailure("no job needs a page")
    }
    switch run.position {
    case .beginning: return .page(batch.id, batch.filter, after: batch.cursor, run: run.number)
    case .page(let end): return .page(batch.id, batch.filter, after: end, run: run.number)
    case .lastPage: return .end(batch.id)
    }
  }

  mutating func endReading(_ page: BatchPage?, of query: BatchQuery, _ now: Int64) {
    switch (page, query) {
    case (.sessions(let page), .page(let id, _, let after, let run)):
      guard runs[id]?.number == run else { return }
      update(id) { $0.cursor = after }
      runs[id]?.add(page)
    case (.ended(let time), .end(let id)): end(id, .done, at: time)
    default: break
    }
  }
}
