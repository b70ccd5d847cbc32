import Sessions

/// Lists the calls of sessions to other servers.
struct CallController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/calls", .session, Self.documentation, read)]
  }

  /// `GET S/calls`. Attempts do not belong to a revision, so the response has no `ETag`.
  private func read(_ exchange: Exchange) async throws(Problem) {
    let outcome = await registry.readCalls(of: try exchange.session())
    guard case .session(let json, _) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: json)
  }

  private static let documentation = Operation(
    "readCalls", "List the calls of a session without an answer",
    "A call is listed from the change that asks until the change that performs the action for its answer.",
    answers: .json(200, .ref("Calls"), "The calls, oldest first"),
    problems: ProblemKind.session)
}
