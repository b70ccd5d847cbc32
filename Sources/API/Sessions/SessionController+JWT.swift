import JSON
import Navigation
import Sessions

// Sessions of people who sign in with JWTs.
extension SessionController {
  /// `POST /v1/sessions` with a JWT: the app's `access` decides, and sets the key, the labels and data.
  func create(_ exchange: Exchange, as jwt: VerifiedToken) async throws(Problem) {
    let body = try exchange.object(Self.members)
    let app = try app(body, exchange)
    try Self.checkMembers(body, app)
    let new = try newSession(of: app, for: jwt)
    let metadata = SessionMetadata(key: new.key, labels: new.labels)
    var data = try data(body) ?? [:]
    try app.checkAsClient(data)
    data.merge(new.data)
    let request = CreationRequest(
      app: app, data: data, url: try url(body), tokenHash: [], metadata: metadata, returnsExisting: new.key != nil,
      key: try exchange.idempotencyKey(in: .credential, of: jwt.holder)
    ) { session in StoredResponse(status: 201, body: session) }
    try quotas.checkCreations(of: app.name, exchange)
    let creation = await registry.create(request)
    if case .existing(let id, _, _) = creation, try await authorizer.token(of: jwt, for: id) == nil {
      throw Problem(
        404, "no-such-session",
        "No session of the app \"\(app.name)\" with the key that its `access.create` computes is open to this JWT.")
    }
    exchange.send(creation, orIfWithdrawn: apps.noSuchApp(app.name, version: nil, for: exchange.caller))
  }

  /// Refuses the members that the app sets, or that only a backend may send.
  private static func checkMembers(_ body: JSONObject, _ app: App) throws(Problem) {
    let isDataClosed = app.clients.data == .named([])
    let set = ["key", "labels", "version", "navigation", "expires", "ifExists"] + (isDataClosed ? ["data"] : [])
    guard let name = set.first(where: { body[$0] != nil }) else { return }
    throw .fault(
      "bad-member",
      "`\(name)` cannot be sent with a JWT: the app's `access.create` sets the key, the labels and data. Send `app`, "
        + "`url`, and the data that `clients.data` of the app permits.", at: name)
  }

  private func newSession(of app: App, for jwt: VerifiedToken) throws(Problem) -> AppAccess.NewSession {
    let query = AccessQuery(claims: jwt.claims, now: authorizer.now()) { [authorizer] place, reason in
      authorizer.issuers.report(failureIn: app.name, at: place, reason)
    }
    guard let new = app.access?.create(query) else {
      throw Problem(
        403, "not-allowed",
        "The app's `access.create` does not permit the holder of this JWT to create a session of \"\(app.name)\".")
    }
    let isValid =
      new.key.map(SessionMetadata.isKey) ?? true && new.labels.count <= SessionMetadata.mostLabels
      && new.labels.allSatisfy { SessionMetadata.isLabelName($0) && SessionMetadata.isLabelValue($1) }
    guard isValid else {
      let place = JSONPointer().appending(name: "access").appending(name: "create")
      query.onFailure(place, "the key or a label is too long, empty, or has control characters")
      throw Problem(403, "not-allowed", "The app's `access.create` computes a key or a label that is not valid.")
    }
    return new
  }
}

extension App {
  fileprivate func checkAsClient(_ data: JSONObject) throws(Problem) {
    do throws(ActionError) { try checkCreation(byClientWith: data, navigation: nil) } catch { throw Problem(error) }
  }
}
