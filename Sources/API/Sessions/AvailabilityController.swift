import Sessions

/// Reports which actions a session accepts.
struct AvailabilityController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/available", .session, Documentation.read, read)]
  }

  /// `GET S/available`
  private func read(_ exchange: Exchange) throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    registry.available(
      in: try exchange.session(), isExplained: exchange.seesDefinition, isFromBackend: exchange.isFromBackend
    ) { exchange.send($0, unless: condition) }
  }
}
