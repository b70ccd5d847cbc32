import Sessions

/// Reports the endless chains of timers, messages and calls of a session.
struct LoopController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/loops", .session, Documentation.read, read)]
  }

  /// `GET S/loops`. They do not belong to a revision, so the response has no `ETag`.
  private func read(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.readSlowedChains(of: try exchange.session())
    guard case .session(let json, _) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: json)
  }
}
