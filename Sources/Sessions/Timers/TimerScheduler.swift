import Navigation
import Synchronization

/// Wakes the alarm clock at a moment of the wall clock.
package protocol WakeupTimer: Sendable {
  /// Says what is called when the bell rings; once, before anything else.
  func begin(_ onFire: @escaping @Sendable () -> Void)

  /// Rings once that moment has come, on any thread, and also when the wall clock was set; in place of what was asked for
  /// before. Does not block, and does not ring before it returns.
  ///
  /// - Parameter time: Milliseconds since 1970.
  func fire(at time: Int64)

  /// Does not ring any more.
  func end()
}

/// Keeps the time for all delayed actions: one for the process.
///
/// Knows those that are due soon and reads the others a page at a time. Does not own them: the journal has them, each
/// for as long as it is pending, and the session that is told of one decides whether there is anything to do. So nothing
/// is lost when the process ends, and what is told twice is done once.
package final class TimerScheduler: Sendable {
  /// Tells a session that a timer is due. `ended` is called once, on any thread.
  typealias Fire = @Sendable (_ timer: DueTimer, _ ended: @escaping @Sendable (Firing) -> Void) -> Void

  /// What came of telling a session that a timer is due.
  enum Firing: Sendable {
    /// It is not pending any more.
    case over
    /// Nothing can be written or read now.
    case later
    /// This session cannot be read.
    case damaged
    /// Its moment has moved to this time.
    case moved(Int64)
  }

  private let journal: any Journal
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  init(journal: any Journal, now: @escaping @Sendable () -> Int64) {
    self.journal = journal
    self.now = now
  }

  /// Begins; what is overdue is told at once.
  func start(_ wakeup: any WakeupTimer, fire: @escaping @Sendable Fire) {
    wakeup.begin { [self] in handleWakeup() }
    state.withLock { state in
      state.service = Service(wakeup: wakeup, fire: fire)
      state.rearm(now())
    }
  }

  /// From now on nobody is told anything.
  func stop() {
    let service = state.withLock { state in
      defer { state = State() }
      return state.service
    }
    service?.wakeup.end()
  }

  /// How many timers are known, and how many of these are due.
  var known: (count: Int, due: Int) { state.withLock { $0.known(at: now()) } }

  /// A timer has become pending.
  func add(_ timer: DueTimer) {
    state.withLock { state in
      guard state.covers(timer.fireAt) else { return }
      state.add(timer, at: timer.fireAt)
      state.rearm(now())
    }
  }

  /// A change of a session is durable.
  func note(_ steps: [TimerStep], of session: SessionID) {
    for case .set(let row) in steps { add(DueTimer(fireAt: row.fireAt, session: session, timer: row.id)) }
  }

  /// Looks what is due.
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

/// The figures that the alarm clock goes by. Times are milliseconds.
extension TimerScheduler {
  /// How far ahead timers are known.
  static let horizon: Int64 = 60_000
  /// Timers that are read at a time.
  static let page = 1_000
  /// Timers that are told to their sessions and have not ended: more would leave others no room in the journal.
  static let concurrency = 64
  /// Nothing is tried for so long when the journal cannot be written or read.
  static let pause: Int64 = 1_000
  /// A session that cannot be read is told again after so long.
  static let longPause: Int64 = 60_000
}
