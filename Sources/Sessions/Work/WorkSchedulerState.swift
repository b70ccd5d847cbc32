/// The state of a `WorkScheduler`, which decides what happens next.
struct WorkSchedulerState<Backlog: WorkBacklog>: Sendable {
  var backlog: Backlog
  /// nil: not started, or stopped.
  var service: Service?
  private var running = 0
  private var isReading = false
  private var pausedUntil: Int64 = .min
  /// The time at which the timer will fire; nil: it has fired.
  private var wakeupTime: Int64?

  struct Service: Sendable {
    let wakeup: any WakeupTimer
    let run: WorkScheduler<Backlog>.Run
  }

  init(backlog: Backlog) {
    self.backlog = backlog
  }

  /// Returns the items to run now, and the page to read now.
  mutating func wake(_ now: Int64) -> (due: [Backlog.Item], query: Backlog.Query?) {
    wakeupTime = nil
    defer { rearm(now) }
    // A pause that ends later than any new one would: the wall clock was set back.
    if pausedUntil > now + WorkTiming.pause { pausedUntil = .min }
    guard now >= pausedUntil else { return ([], nil) }
    // The limit is never negative, since `running` grows by what it allows only.
    let due = backlog.popDue(now, atMost: Backlog.concurrency - running)
    running += due.count
    return (due, nextQuery(now))
  }

  private mutating func nextQuery(_ now: Int64) -> Backlog.Query? {
    guard !isReading, let readAt = backlog.nextRead, now >= readAt else { return nil }
    isReading = true
    return backlog.beginReading(now)
  }

  mutating func end(_ item: Backlog.Item, _ attempt: Backlog.Attempt, _ now: Int64) {
    running -= 1
    if backlog.end(item, attempt, now) == .journalFailed { pausedUntil = now + WorkTiming.pause }
    rearm(now)
  }

  mutating func receive(_ result: Result<Backlog.Page, JournalFailure>, of query: Backlog.Query, _ now: Int64) {
    isReading = false
    switch result {
    case .success(let page): backlog.endReading(page, of: query, now)
    case .failure:
      pausedUntil = now + WorkTiming.pause
      backlog.endReading(nil, of: query, now)
    }
    rearm(now)
  }

  /// Sets the timer to the next work, unless it fires earlier anyway.
  mutating func rearm(_ now: Int64) {
    guard let service else { return }
    var next = Int64.max
    if running < Backlog.concurrency, let due = backlog.nextDue { next = due }
    if !isReading, let readAt = backlog.nextRead { next = min(next, readAt) }
    guard next < .max else { return }
    next = max(next, pausedUntil, now)
    // Firing too early costs one more look; setting the timer for each change costs a system call each time.
    guard wakeupTime.map({ next < $0 }) ?? true else { return }
    wakeupTime = next
    service.wakeup.fire(at: next)
  }
}

/// The timing of scheduled work. Times are milliseconds.
enum WorkTiming {
  /// The pause of all work after a failure of the journal.
  static let pause: Int64 = 1_000
  /// The delay before another attempt on a corrupted session.
  static let longPause: Int64 = 60_000
}
