import Sessions

/// Lists, cancels and fires the timers of sessions.
struct TimerController: Controller {
  let registry: SessionRegistry
  let quotas: QuotaLimiter

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions/{id}/timers", .session, .readTimers, read),
      ControllerRoute(.delete, "/v1/sessions/{id}/timers/{timer}", .session, .cancelTimer, cancel),
      ControllerRoute(.post, "/v1/sessions/{id}/timers/{timer}/fire", .session, .fireTimer, fire),
    ]
  }

  /// `GET S/timers`
  private func read(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    registry.readTimers(of: try exchange.session(), in: exchange.store) { exchange.send($0, unless: condition) }
  }

  /// `DELETE S/timers/{timer}`: a change, logged as `cancelTimer`.
  private func cancel(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.cancel(
      Self.timer(of: exchange), of: try exchange.session(), if: try exchange.precondition(), lease: exchange.lease,
      by: exchange.changeOrigin)
    guard case .receipt = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(.empty(204))
  }

  /// `POST S/timers/{timer}/fire`: makes the change that the timer makes when it is due.
  private func fire(_ exchange: Exchange) async throws(Problem) {
    let session = try exchange.session()
    try quotas.checkRate(of: session, actions: 1)
    let outcome = await registry.fireNow(
      Self.timer(of: exchange), of: session, if: try exchange.precondition(), lease: exchange.lease,
      wantsSession: exchange.wantsSession, isFromBackend: exchange.isFromBackend, by: exchange.changeOrigin)
    guard case .receipt(let json, let revision) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: json, revision: revision)
  }

  private static func timer(of exchange: Exchange) -> String { exchange.parameters["timer", exchange.request] ?? "" }
}

extension Operation {
  static let readTimers = Operation(
    "readTimers", "List the pending timers of a session",
    fields: [.ifNoneMatch],
    answers: .json(200, .ref("Timers"), "The pending timers, in the order in which they fire", fields: ["ETag"]),
    .notModified)

  static let cancelTimer = Operation(
    "cancelTimer", "Cancel a timer",
    fields: [.ifMatch, .lease],
    answers: .empty(204, "The timer is cancelled"),
    problems: firing)

  static let fireTimer = Operation(
    "fireTimer", "Fire a timer now",
    "Makes the same change as when the timer is due. A recurring timer stays, another one is removed.",
    fields: [.ifMatch, .lease, .minimal],
    answers: .json(200, .ref("Receipt"), "The receipt. The change is durable", fields: ["ETag"]),
    problems: firing)

  private static let firing: [ProblemKind] = [
    "no-such-timer", "revision-differs", "session-leased", "session-busy", "state-too-large", "outputs-too-large",
    "backend-only",
  ]
}
