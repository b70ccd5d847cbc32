import Support
import JSON
import Navigation
import Sessions

extension SessionController {
  /// `POST /v1/sessions`
  func create(_ exchange: Exchange) async throws(Problem) {
    if let jwt = exchange.caller.jwt { return try await create(exchange, as: jwt) }
    let body = try exchange.object(Self.members)
    let token = Token()
    let app = try app(body, exchange)
    let data = try data(body)
    try checkClient(exchange, app, data, body["navigation"])
    var metadata = try Self.metadata(body)
    metadata.creation = exchange.changeOrigin
    let request = CreationRequest(
      app: app, data: data, navigation: body["navigation"], url: try url(body),
      tokenHash: SHA256.hash(token.bytes), metadata: metadata,
      returnsExisting: try Self.returnsExisting(body),
      key: try exchange.idempotencyKey(in: .credential, of: exchange.caller.token)
    ) { session in StoredResponse(status: 201, body: token.added(to: session)) }
    // After the other checks, so that an invalid request uses up nothing of the rates.
    try quotas.checkCreations(of: app.name, exchange)
    exchange.send(
      await registry.create(request),
      orIfWithdrawn: apps.noSuchApp(
        app.name, version: body["version"] == nil ? nil : app.version, for: exchange.caller))
  }

  /// The members of the body.
  static let members = ["app", "version", "data", "navigation", "url", "key", "labels", "ifExists", "expires"]

  func app(_ body: JSONObject, _ exchange: Exchange) throws(Problem) -> App {
    guard case .string(let name)? = body["app"] else {
      throw .fault("missing-member", "`app` is required: a string, the name of the app.", at: "app")
    }
    try authorizer.checkMayCreate(sessionsOf: name, exchange)
    let version = body["version"]
    guard version == nil || version?.integerValue != nil else {
      throw .fault("bad-member", "`version` must be an integer; it is \(version?.text ?? "").", at: "version")
    }
    guard let app = catalogue.app(name, version: version?.integerValue.map { Int($0) }) else {
      let isKnown = !catalogue.versions(of: name).isEmpty
      throw .fault(
        "unknown-app", apps.absence(of: name, version: version?.integerValue.map { Int($0) }, for: exchange.caller),
        at: version != nil && isKnown ? "version" : "app")
    }
    return app
  }

  /// Refuses what an app key may not set.
  private func checkClient(
    _ exchange: Exchange, _ app: App, _ data: JSONObject?, _ navigation: JSONValue?
  ) throws(Problem) {
    guard exchange.caller.token != nil else { return }
    do throws(ActionError) {
      try app.checkCreation(byClientWith: data, navigation: navigation)
    } catch {
      throw Problem(error)
    }
  }

  func data(_ body: JSONObject) throws(Problem) -> JSONObject? {
    guard let data = body["data"] else { return nil }
    guard case .object(let members) = data else {
      throw .fault("bad-member", "`data` must be an object; it is \(data.kind).", at: "data")
    }
    return members
  }

  /// The link that the session starts at; nil when absent.
  func url(_ body: JSONObject) throws(Problem) -> String? {
    guard let url = body["url"] else { return nil }
    guard case .string(let text) = url else {
      throw .fault("bad-member", "`url` must be a string, a link of the app; it is \(url.kind).", at: "url")
    }
    guard body["navigation"] == nil else {
      throw .fault("bad-member", "`url` and `navigation` exclude each other; send one of them.", at: "url")
    }
    return text
  }
}
