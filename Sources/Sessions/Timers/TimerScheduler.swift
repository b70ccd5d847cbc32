import Navigation
import Synchronization

/// A timer on the wall clock that wakes a scheduler.
package protocol WakeupTimer: Sendable {
  /// Sets the closure to call when the timer fires; called once, before anything else.
  func begin(_ onFire: @escaping @Sendable () -> Void)

  /// Fires once at `time`, or when the wall clock is set; replaces the time of an earlier call.
  ///
  /// Fires on any thread, never before this call returns. Does not block.
  ///
  /// - Parameter time: Milliseconds since 1970.
  func fire(at time: Int64)

  /// Stops the timer permanently.
  func end()
}

/// Schedules all delayed actions; one instance per process.
///
/// Holds the timers that are due soon, and reads the others page by page. The journal stores each timer while it is
/// pending, and the session decides whether a due timer still applies. So no timer is lost when the process ends, and
/// none is carried out twice.
package final class TimerScheduler: Sendable {
  /// Fires a timer in its session. `ended` is called once, on any thread.
  typealias Fire = @Sendable (_ timer: DueTimer, _ ended: @escaping @Sendable (Firing) -> Void) -> Void

  /// The result of firing a timer.
  enum Firing: Sendable {
    /// It is no longer pending.
    case over
    /// The journal cannot be read or written at present.
    case later
    /// The session's data is corrupted.
    case damaged
    /// It was rescheduled to this time.
    case moved(Int64)
  }

  private let journal: any Journal
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  init(journal: any Journal, now: @escaping @Sendable () -> Int64) {
    self.journal = journal
    self.now = now
  }

  /// Starts firing timers; overdue ones fire immediately.
  func start(_ wakeup: any WakeupTimer, fire: @escaping @Sendable Fire) {
    wakeup.begin { [self] in handleWakeup() }
    state.withLock { state in
      state.service = Service(wakeup: wakeup, fire: fire)
      state.rearm(now())
    }
  }

  /// Stops firing timers.
  func stop() {
    let service = state.withLock { state in
      defer { state = State() }
      return state.service
    }
    service?.wakeup.end()
  }

  /// The number of timers in memory, and of those that are due.
  var known: (count: Int, due: Int) { state.withLock { $0.known(at: now()) } }

  /// Adds a new pending timer.
  func add(_ timer: DueTimer) {
    state.withLock { state in
      guard state.covers(timer.fireAt) else { return }
      state.add(timer, at: timer.fireAt)
      state.rearm(now())
    }
  }

  /// Adds the timers of a durable change.
  func note(_ steps: [TimerStep], of session: SessionID) {
    for case .set(let row) in steps { add(DueTimer(fireAt: row.fireAt, session: session, timer: row.id)) }
  }

  /// Fires and reads timers when the wakeup timer fires.
  private func handleWakeup() {
    var due: [DueTimer] = []
    var query: TimerQuery?
    let service = state.withLock { state -> Service? in
      guard let service = state.service else { return nil }
      let now = now()
      state.wakeupTime = nil
      state.endPause(now)
      due = state.takeDue(now)
      query = state.nextQuery(now)
      state.rearm(now)
      return service
    }
    guard let service else { return }
    for timer in due { service.fire(timer) { [self] in ended(timer, $0) } }
    if let query { journal.timers(query) { [self] in take($0, of: query) } }
  }

  private func ended(_ timer: DueTimer, _ firing: Firing) {
    state.withLock { state in
      guard state.service != nil else { return }
      let now = now()
      state.end(timer, firing, now)
      state.rearm(now)
    }
  }

  private func take(_ result: Result<[DueTimer], JournalFailure>, of query: TimerQuery) {
    state.withLock { state in
      guard state.service != nil else { return }
      let now = now()
      state.take(result, of: query, now)
      state.rearm(now)
    }
  }

  struct Service: Sendable {
    let wakeup: any WakeupTimer
    let fire: Fire
  }
}

/// The parameters of the timer scheduler. Times are milliseconds.
extension TimerScheduler {
  /// The period ahead for which timers are read.
  static let horizon: Int64 = 60_000
  /// The maximum number of timers of one query.
  static let page = 1_000
  /// The limit of timers that fire concurrently; it leaves capacity in the journal's queue for other writes.
  static let concurrency = 64
  /// The pause of all firing after a failure of the journal.
  static let pause: Int64 = 1_000
  /// The delay before another attempt to fire a timer of a corrupted session.
  static let longPause: Int64 = 60_000
}
