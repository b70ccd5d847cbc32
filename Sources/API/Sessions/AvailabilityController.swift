import Sessions

/// Reports which actions a session accepts.
struct AvailabilityController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/available", .session, Documentation.read, read)]
  }

  /// `GET S/available`
  private func read(_ exchange: Exchange) async throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let outcome = await registry.available(
      in: try exchange.session(), isExplained: exchange.seesDefinition, isFromBackend: exchange.isFromBackend,
      by: exchange.changeOrigin)
    exchange.send(outcome, unless: condition)
  }
}
