import Support
import Sessions

/// Creates sessions from the state of others.
struct ForkController: Controller {
  let registry: SessionRegistry
  let apps: AppLookup
  let authorizer: Authorizer
  let quotas: QuotaLimiter

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/sessions/{id}/fork", .session, role: .lead, .fork, fork)]
  }

  /// `POST S/fork`: `{"revision"?}`, the latest when absent.
  private func fork(_ exchange: Exchange) async throws(Problem) {
    let revision = try exchange.count("revision", of: try exchange.object(["revision"], absent: [:]))
    if revision != nil { try authorizer.checkMayReadHistory(exchange) }
    let token = Token()
    let key = try exchange.idempotencyKey(in: .credential)
    let id = try exchange.session()
    try quotas.checkCreations(exchange)
    let origin = exchange.changeOrigin
    // A token that outlives a JWT would be more than its holder was given.
    let isOfJWT = exchange.caller.jwt != nil
    let (app, outcome) = try await exchange.granted(
      await registry.fork(id, at: revision, isFromBackend: exchange.isFromBackend) { app, tree in
        CreationRequest(
          app: app, tree: tree, tokenHash: isOfJWT ? [] : SHA256.hash(token.bytes),
          metadata: SessionMetadata(creation: origin), key: key
        ) { session in StoredResponse(status: 201, body: isOfJWT ? session : token.added(to: session)) }
      })
    exchange.send(outcome, orIfWithdrawn: apps.noSuchApp(app.name, version: app.version, for: exchange.caller))
  }
}

extension Operation {
  static let fork = Operation(
    "fork", "Create a session from a revision of this one",
    fields: [.key],
    body: Operation.Body(
      .request([:], optional: ["revision": .integer(from: 1)]), example: ["revision": 1], required: false),
    answers: .created,
    problems: ProblemKind.creation
      + ["bad-field", "no-such-revision", "revision-pruned", "no-such-app", "too-many-reads", "undo-off"])
}
