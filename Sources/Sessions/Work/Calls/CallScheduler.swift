import Support
import Navigation
import Synchronization

/// Schedules the calls of all sessions; one instance per process.
///
/// The journal stores each call until its answer is a revision of the session, so a call is asked at least once with
/// one key, and answered once.
package final class CallScheduler: Sendable {
  private let scheduler: WorkScheduler<CallBacklog>
  let attempts = Counter()
  let answered = Counter()
  let failed = Counter()

  private let node: ServerNode?
  /// Logs an answer whose action was refused.
  private let refused = Mutex<@Sendable (CallRow, ActionError) -> Void>({ _, _ in })

  init(journal: any Journal, _ node: ServerNode?, now: @escaping WallClock) {
    self.node = node
    scheduler = WorkScheduler(CallBacklog(node), now: now) { query throws(JournalFailure) in
      try await journal.calls(query)
    }
  }

  /// Starts asking, also the calls from before the process started.
  ///
  /// - Parameter refused: Called with a call whose action for the answer was refused.
  func start(
    _ wakeup: any WakeupTimer, refused: @escaping @Sendable (CallRow, ActionError) -> Void,
    run: @escaping WorkScheduler<CallBacklog>.Run
  ) {
    self.refused.withLock { $0 = refused }
    scheduler.start(wakeup, run: run)
  }

  func reportRefused(_ error: ActionError, _ call: CallRow) { refused.withLock { $0 }(call, error) }

  /// Stops asking until the next start.
  func stop() { scheduler.stop() }

  /// Adds the calls of a durable change.
  func schedule(_ steps: [CallRowChange]) {
    let calls = steps.compactMap { step -> CallRow? in
      // The node that owns the session gets a hint, or reads the call with its next pass.
      guard case .ask(let call) = step, node?.owns(call.session) ?? true else { return nil }
      return call
    }
    if !calls.isEmpty { scheduler.add { backlog in for call in calls { backlog.add(call) } } }
  }

  /// Reads the calls again, since other nodes may have added some.
  func readAgain() { scheduler.add { $0.readAgain() } }

  /// Counts an answer that is durable.
  func count(_ answer: CallAnswer) {
    if case .response = answer { answered.increment() } else { failed.increment() }
  }

  func report(in text: inout MetricsText) {
    let (waiting, running) = scheduler.withBacklog { ($0.count, $0.running) }
    text.gauge("navstate_calls_waiting", "Calls to other servers without an answer.", waiting)
    text.gauge("navstate_calls_in_flight", "Calls to other servers being sent.", running)
    text.counter("navstate_call_attempts_total", "Requests of calls to other servers.", attempts.value)
    text.counter("navstate_calls_answered_total", "Calls that a server has answered.", answered.value)
    text.counter("navstate_calls_failed_total", "Calls that ended without an answer.", failed.value)
  }
}
