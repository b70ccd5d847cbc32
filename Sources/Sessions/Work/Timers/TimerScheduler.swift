import Support

/// Schedules all delayed actions; one instance per process.
///
/// Holds the timers that are due soon, and reads the others page by page. The journal stores each timer while it is
/// pending, and the session decides whether a due timer still applies. So no timer is lost when the process ends, and
/// none is carried out twice.
package final class TimerScheduler: Sendable {
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

  private let scheduler: WorkScheduler<TimerBacklog>
  private let node: ServerNode?
  private let now: WallClock

  init(journal: any Journal, _ node: ServerNode?, now: @escaping WallClock) {
    self.node = node
    self.now = now
    scheduler = WorkScheduler(TimerBacklog(node), now: now) { query throws(JournalFailure) in
      try await journal.timers(query)
    }
  }

  /// Starts firing timers; overdue ones fire immediately.
  ///
  /// - Parameter fire: Fires a timer in its session.
  func start(_ wakeup: any WakeupTimer, fire: @escaping WorkScheduler<TimerBacklog>.Run) {
    scheduler.start(wakeup, run: fire)
  }

  /// Stops firing timers.
  func stop() { scheduler.stop() }

  /// The number of timers in memory, and of those that are due.
  var known: (count: Int, due: Int) { scheduler.withBacklog { $0.known(at: now()) } }

  /// Adds a new pending timer.
  func add(_ timer: DueTimer) {
    scheduler.add { backlog in
      // A later page contains the others.
      if backlog.covers(timer.fireAt) { backlog.add(timer, at: timer.fireAt) }
    }
  }

  /// Adds the timers of a durable change.
  func schedule(_ steps: [TimerStep], of session: SessionID) {
    // The node that owns the session gets a hint, or reads the timer from the table.
    if let node, !node.owns(session) { return }
    for case .set(let row) in steps { add(DueTimer(fireAt: row.fireAt, session: session, timer: row.id)) }
  }

  func report(in text: inout MetricsText) {
    let (known, due) = known
    text.gauge("navstate_timers_known", "Delayed actions due within about a minute.", known)
    text.gauge("navstate_timers_due", "Delayed actions that are due and not done yet.", due)
  }
}
