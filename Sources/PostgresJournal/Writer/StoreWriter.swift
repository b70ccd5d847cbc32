import Support
import Sessions

/// Commits queued writes on a thread of its own: takes all that wait, commits them in one transaction, then calls their
/// completions.
final class StoreWriter {
  let queue: BlockingQueue<StoreWrite>
  private let committer: UnitCommitter
  private let counters: StoreCounters
  private let batching: Batching
  private let onFailure: @Sendable (JournalFailure?) -> Void
  private let hints: HintOutbox
  /// Writes that rest on others of the last transaction.
  private var deferred: [StoreWrite] = []
  private var taken: [StoreWrite] = []
  private var hasFailed = false

  /// The limit of units in a transaction.
  private static let most = 1_024
  /// The units of a transaction from which on the next one is gathered.
  private static let many = 8
  // Waits of 4 and 8 ms put more changes in a transaction, but no more in a second (decision 0086).
  /// Nanoseconds.
  private static let longestGathering = 2_000_000

  init(
    _ committer: UnitCommitter, queue: BlockingQueue<StoreWrite>, _ counters: StoreCounters, _ hints: HintOutbox,
    batching: @escaping Batching, onFailure: @escaping @Sendable (JournalFailure?) -> Void
  ) {
    self.committer = committer
    self.queue = queue
    self.counters = counters
    self.hints = hints
    self.batching = batching
    self.onFailure = onFailure
  }

  /// Runs until the queue is closed and empty.
  func run() {
    while queue.drain(into: &taken, waitingAtMost: deferred.isEmpty ? nil : 0) || !deferred.isEmpty {
      // The deferred writes are older: those of a session stay in their order.
      let writes = deferred + taken
      deferred.removeAll(keepingCapacity: true)
      taken.removeAll(keepingCapacity: true)
      commit(units(of: writes))
    }
  }

  /// Groups writes by session, in their order. The rest is deferred.
  private func units(of writes: [StoreWrite]) -> [CommitUnit] {
    var units: [CommitUnit] = []
    var places: [SessionID: Int] = [:]
    var blocked: Set<SessionID> = []
    for write in writes {
      guard let session = write.commit?.session else {
        units.append(CommitUnit(write))
        continue
      }
      if let place = places[session] {
        if !blocked.contains(session), units[place].accepts(write) {
          units[place].append(write)
        } else {
          blocked.insert(session)
          deferred.append(write)
        }
      } else if units.count < Self.most {
        places[session] = units.count
        units.append(CommitUnit(write))
      } else {
        // The following writes of the session have to wait for this one.
        blocked.insert(session)
        deferred.append(write)
      }
    }
    return units
  }

  private func commit(_ units: [CommitUnit]) {
    guard !units.isEmpty else { return }
    let stopwatch = Stopwatch()
    let results = committer.commit(units)
    let duration = stopwatch.nanoseconds
    counters.commits.observe(duration)
    counters.batches.observe(units.reduce(0) { $0 + $1.writes.count })
    record(results)
    hints.record(units, results)
    batching {
      for (unit, result) in zip(units, results) {
        for write in unit.writes { write.settled(result.failure) }
      }
    }
    gather(after: units.count, duration)
  }

  /// Waits for the next requests of the clients that were just answered: a transaction costs PostgreSQL as much as ten of
  /// its changes. Few clients do not wait.
  ///
  /// - Parameters:
  ///   - count: The units of the last transaction.
  ///   - nanoseconds: Its duration, of which the wait takes half at most.
  private func gather(after count: Int, _ nanoseconds: Int) {
    // Deferred writes have already waited for a transaction.
    guard count >= Self.many, deferred.isEmpty else { return }
    // Each client that was just answered can add a write; those whose writes wait send nothing before their answer.
    queue.gather(queue.count + count, waitingAtMost: min(nanoseconds / 2, Self.longestGathering))
  }

  /// Reports a change from success to failure of the database, or back.
  private func record(_ results: [UnitResult]) {
    let failures = results.compactMap(\.failure).filter(\.isOfDatabase)
    guard hasFailed != !failures.isEmpty else { return }
    hasFailed = !failures.isEmpty
    if hasFailed { counters.failures.increment() }
    onFailure(failures.first)
  }
}

extension JournalFailure {
  /// Whether the database, not the write, is the reason.
  fileprivate var isOfDatabase: Bool {
    switch self {
    case .full, .unavailable, .unknown: true
    case .damaged, .quarantined, .keyTaken, .overtaken, .doneBefore, .mailboxFull: false
    }
  }
}
