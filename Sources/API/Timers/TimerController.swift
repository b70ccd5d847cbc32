import Sessions

/// Lists, cancels and fires the timers of sessions.
struct TimerController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions/{id}/timers", .session, Documentation.read, read),
      ControllerRoute(.delete, "/v1/sessions/{id}/timers/{timer}", .session, Documentation.cancel, cancel),
      ControllerRoute(.post, "/v1/sessions/{id}/timers/{timer}/fire", .session, Documentation.fire, fire),
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
    let outcome = await registry.fireNow(
      Self.timer(of: exchange), of: try exchange.session(), if: try exchange.precondition(), lease: exchange.lease,
      wantsSession: exchange.wantsSession, isFromBackend: exchange.isFromBackend, by: exchange.changeOrigin)
    guard case .receipt(let json, let revision) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: json, revision: revision)
  }

  private static func timer(of exchange: Exchange) -> String { exchange.parameters["timer", exchange.request] ?? "" }
}
