import JSON
import Navigation
import Sessions
import Support

/// Reads what a request says of a new session, and checks that the caller may create it.
struct SessionCreator: Sendable {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let apps: AppLookup
  let authorizer: Authorizer
  let quotas: QuotaLimiter

  /// The members of the body of `POST /v1/sessions`.
  static let members = ["app", "version", "data", "navigation", "url", "key", "labels", "ifExists", "expires"]

  /// The request for a new session.
  ///
  /// - Parameters:
  ///   - body: As for `POST /v1/sessions`.
  ///   - token: The token of the new session; a JWT needs none.
  ///   - first: The action that comes with the creation.
  func request(
    _ body: JSONObject, token: Token, first: ActionRequest? = nil, _ exchange: Exchange
  ) throws(Problem) -> CreationRequest {
    let id = registry.newID()
    let app = try app(body, key: body["key"]?.stringValue, id, exchange)
    if let jwt = exchange.caller.jwt { return try request(body, of: app, id, for: jwt, first: first, exchange) }
    let data = try data(body)
    if exchange.caller.token != nil { try checkAsClient(body, data, of: app) }
    var metadata = try SessionController.metadata(body)
    if let name = metadata.labels.first(where: { app.variants.sets($0.key) })?.key {
      throw Problem(.variantLabel(name, of: app))
    }
    metadata.creation = exchange.changeOrigin
    let request = CreationRequest(
      app: app, id: id, data: data, navigation: body["navigation"], url: try url(body),
      tokenHash: SHA256.hash(token.bytes), metadata: metadata,
      returnsExisting: first == nil ? try SessionController.returnsExisting(body) : true,
      key: first == nil ? try exchange.idempotencyKey(in: .credential, of: exchange.caller.token) : nil, first: first,
      place: Self.place(of: first)
    ) { session in StoredResponse(status: 201, body: token.added(to: session)) }
    // After the other checks, so that an invalid request uses up nothing of the rates.
    try checkQuota(of: app, first, exchange)
    return request
  }

  /// The request of the holder of a JWT: the app's `access` decides, and sets the key, the labels and data.
  private func request(
    _ body: JSONObject, of offered: App, _ id: SessionID, for jwt: VerifiedToken, first: ActionRequest?,
    _ exchange: Exchange
  ) throws(Problem) -> CreationRequest {
    try Self.checkMembers(body, offered, isByKey: first != nil)
    let (app, new) = try first == nil ? chosen(id, of: offered, for: jwt) : (offered, newSession(of: offered, for: jwt))
    let isOfPath = new.key.map { $0.isIdentical(to: exchange.sessionKey ?? "") } ?? false
    guard first == nil || isOfPath else {
      throw Problem(
        403, "not-allowed",
        "The app's `access.create` computes another key for the holder of this JWT than that of the path.")
    }
    var metadata = SessionMetadata(key: new.key, labels: new.labels)
    for (name, value) in app.variantLabels(of: new.key ?? id.text) { metadata.labels[name] = value }
    // What the creation does is done in the role that the holder has in the session.
    exchange.token = jwt.token(of: id, metadata, app, at: authorizer.now(), onFailure: authorizer.issuers.report)
    metadata.creation = exchange.changeOrigin
    let first = first?.sent(by: exchange.changeOrigin, isFromBackend: exchange.isFromBackend)
    var data = try data(body) ?? [:]
    try app.checkAsClient(data, navigation: nil)
    data.merge(new.data)
    let request = CreationRequest(
      app: app, id: id, data: data, url: try url(body), tokenHash: [], metadata: metadata,
      returnsExisting: new.key != nil,
      key: first == nil ? try exchange.idempotencyKey(in: .credential, of: jwt.holder) : nil, first: first,
      place: Self.place(of: first)
    ) { session in StoredResponse(status: 201, body: session) }
    try checkQuota(of: app, first, exchange)
    return request
  }

  private func checkAsClient(_ body: JSONObject, _ data: JSONObject?, of app: App) throws(Problem) {
    try app.checkAsClient(data, navigation: body["navigation"])
    // Whoever has the app key would read the session of a person whose key can be guessed, or make it before the person does.
    if app.access?.create != nil, body["key"] != nil { throw .keyOfPerson }
  }

  private static func place(of first: ActionRequest?) -> JSONPointer {
    first == nil ? JSONPointer() : JSONPointer().appending(name: ActionController.creation)
  }

  private func checkQuota(of app: App, _ first: ActionRequest?, _ exchange: Exchange) throws(Problem) {
    if first?.isDryRun != true { try quotas.checkCreations(of: app.name, exchange) }
  }

  /// The problem of an app that was withdrawn since the request was read.
  func withdrawal(of request: CreationRequest, _ body: JSONObject, _ exchange: Exchange) -> Problem {
    apps.noSuchApp(
      request.app.name, version: body["version"] == nil ? nil : request.app.version, for: exchange.caller)
  }

  /// The app of the new session.
  ///
  /// - Parameters:
  ///   - key: The key of the session, by which a rollout decides about the version.
  ///   - id: Its id; nil: it is not known yet.
  func app(_ body: JSONObject, key: String?, _ id: SessionID?, _ exchange: Exchange) throws(Problem) -> App {
    guard case .string(let name)? = body["app"] else {
      throw .fault("missing-member", "`app` is required: a string, the name of the app.", at: "app")
    }
    try authorizer.checkMayCreate(sessionsOf: name, exchange)
    let version = try body.value("version", "an integer") { $0.integerValue.map { Int($0) } }
    guard let app = catalogue.app(name, version: version, forKey: key, id) else {
      let isKnown = !catalogue.versions(of: name).isEmpty
      throw .fault(
        "unknown-app", apps.absence(of: name, version: version, for: exchange.caller),
        at: version != nil && isKnown ? "version" : "app")
    }
    return app
  }

  private func data(_ body: JSONObject) throws(Problem) -> JSONObject? {
    guard let data = body["data"] else { return nil }
    guard case .object(let members) = data else {
      throw .fault("bad-member", "`data` must be an object; it is \(data.kind).", at: "data")
    }
    return members
  }

  /// The link that the session starts at; nil when absent.
  private func url(_ body: JSONObject) throws(Problem) -> String? {
    guard let url = body["url"] else { return nil }
    guard case .string(let text) = url else {
      throw .fault("bad-member", "`url` must be a string, a link of the app; it is \(url.kind).", at: "url")
    }
    guard body["navigation"] == nil else {
      throw .fault("bad-member", "`url` and `navigation` exclude each other; send one of them.", at: "url")
    }
    return text
  }

  /// Refuses the members that the app sets, or that only a backend may send.
  private static func checkMembers(_ body: JSONObject, _ app: App, isByKey: Bool) throws(Problem) {
    let isDataClosed = app.clients.data == .named([])
    let set =
      ["labels", "version", "navigation", "expires", "ifExists"] + (isByKey ? [] : ["key"])
      + (isDataClosed ? ["data"] : [])
    guard let name = set.first(where: { body[$0] != nil }) else { return }
    throw .fault(
      "bad-member",
      "`\(name)` cannot be sent with a JWT: the app's `access.create` sets the key, the labels and data. Send `app`, "
        + "`url`, and the data that `clients.data` of the app permits.", at: name)
  }

  /// The version of a rollout that the key chooses, which the version computes itself, and the session that it permits.
  private func chosen(
    _ id: SessionID, of offered: App, for jwt: VerifiedToken
  ) throws(Problem) -> (App, AppAccess.NewSession) {
    let rollout = catalogue.rollout(of: offered.name)
    if let rollout, let next = rollout.next.flatMap({ catalogue.app(offered.name, version: $0) }) {
      do throws(Problem) {
        let new = try newSession(of: next, for: jwt)
        if rollout.version(forKey: new.key, id, of: next.name) == next.version { return (next, new) }
      } catch {
        // Its key is not known, so the session would be one of the current version.
      }
    }
    let app = rollout.flatMap { catalogue.app(offered.name, version: $0.current) } ?? offered
    return (app, try newSession(of: app, for: jwt))
  }

  private func newSession(of app: App, for jwt: VerifiedToken) throws(Problem) -> AppAccess.NewSession {
    let query = AccessQuery(claims: jwt.claims, now: authorizer.now()) { [authorizer] place, reason in
      authorizer.issuers.report(failureIn: app.name, at: place, reason)
    }
    guard let new = app.access?.create?(query) else {
      throw Problem(
        403, "not-allowed",
        "The app's `access.create` does not permit the holder of this JWT to create a session of \"\(app.name)\".")
    }
    let place = JSONPointer().appending(name: "access").appending(name: "create")
    let isValid =
      new.key.map(SessionMetadata.isKey) ?? true && new.labels.count <= SessionMetadata.mostLabels
      && new.labels.allSatisfy { LabelText.isName($0) && LabelText.isValue($1) }
    guard isValid else {
      query.onFailure(place, "the key or a label is too long, empty, or has control characters")
      throw Problem(403, "not-allowed", "The app's `access.create` computes a key or a label that is not valid.")
    }
    do throws(ActionError) {
      _ = try app.data(merging: new.data)
    } catch {
      query.onFailure(place, error.refusal.detail)
      throw Problem(403, "not-allowed", "The app's `access.create` computes data that does not fit the app.")
    }
    return new
  }
}

extension Problem {
  /// The refusal to give a session a key that may be the one of a person who signs in.
  static let keyOfPerson = Problem(
    403, "not-allowed",
    "The app's `access.create` decides about the keys of its sessions: omit `key`, or use a JWT, an operator's token or a "
      + "session token of the role `backend`.")
}

extension App {
  fileprivate func checkAsClient(_ data: JSONObject?, navigation: JSONValue?) throws(Problem) {
    do throws(ActionError) {
      try checkCreation(byClientWith: data, navigation: navigation)
    } catch {
      throw Problem(error)
    }
  }
}
