import Sessions

/// Reads what sessions do besides their screens: the actions that they accept, their calls to other servers, and their
/// endless chains.
struct SessionWorkController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/sessions/{id}/calls", .session, .readCalls, readCalls),
      ControllerRoute(.get, "/v1/sessions/{id}/available", .session, .readAvailable, readAvailable),
      ControllerRoute(.get, "/v1/sessions/{id}/loops", .session, .readLoops, readLoops),
    ]
  }

  /// `GET S/available`
  private func readAvailable(_ exchange: Exchange) async throws(Problem) {
    let condition = try exchange.ifNoneMatch()
    let outcome = await registry.available(
      in: try exchange.session(), isExplained: exchange.seesDefinition, isFromBackend: exchange.isFromBackend,
      mayAmend: exchange.mayLead, by: exchange.changeOrigin)
    exchange.send(outcome, unless: condition)
  }

  /// `GET S/calls`. Attempts do not belong to a revision, so the response has no `ETag`.
  private func readCalls(_ exchange: Exchange) async throws(Problem) {
    try send(await registry.readCalls(of: try exchange.session()), exchange)
  }

  /// `GET S/loops`. They do not belong to a revision, so the response has no `ETag`.
  private func readLoops(_ exchange: Exchange) async throws(Problem) {
    try send(await registry.readSlowedChains(of: try exchange.session()), exchange)
  }

  private func send(_ outcome: Outcome, _ exchange: Exchange) throws(Problem) {
    guard case .session(let json, _) = outcome else { throw exchange.problem(of: outcome) }
    exchange.send(json: json)
  }
}

extension Exchange {
  /// Whether the caller may do what the role `lead` may.
  fileprivate var mayLead: Bool {
    if let holder = caller.operator { return !holder.scopes.isDisjoint(with: .changing) }
    return token.map { $0.role >= .lead } ?? true
  }
}

extension Operation {
  static let readAvailable = Operation(
    "readAvailable", "List the actions that a session accepts or refuses",
    "Each action is tried without being saved. Lists at most 256 actions, with the reasons for refusals.",
    fields: [.ifNoneMatch],
    answers: .json(200, .ref("Available"), "The actions, in the form in which they can be sent", fields: ["ETag"]),
    .notModified)

  static let readCalls = Operation(
    "readCalls", "List the calls of a session without an answer",
    "A call is listed from the change that asks until the change that performs the action for its answer.",
    answers: .json(200, .ref("Calls"), "The calls, oldest first"))

  static let readLoops = Operation(
    "readLoops", "List the endless chains of a session",
    "Chains of more than 32 timers, messages or calls, each caused by the one before. They are slowed down to one a "
      + "second. A chain is listed while its last action is at most a minute ago.",
    answers: .json(200, .ref("Loops"), "The chains, at most one of each kind"))
}
