import Foundation

/// The requests by which a client opens its session.
struct SessionOpening {
  let endpoint: ServerEndpoint

  /// Opens a session and returns its state.
  func open(_ source: SessionSource) async throws(NavstateProblem) -> (SessionCredentials, SessionSnapshot) {
    switch source {
    case .existing(let id, let token): return try await read(SessionCredentials(id: id, token: token))
    case .new(let session): return try await create(session)
    case .handoff(let code):
      let json = try await endpoint.with(token: nil).json("POST", "v1/handoffs", ["code": .string(code)])
      guard let id = json["session"]?.stringValue else { throw .badResponse("The handoff names no session.") }
      return try await read(SessionCredentials(id: id, token: json["token"]?.stringValue))
    }
  }

  private func read(
    _ credentials: SessionCredentials
  ) async throws(NavstateProblem) -> (SessionCredentials, SessionSnapshot) {
    let path = "v1/sessions/\(ServerEndpoint.encoded(credentials.id))"
    return (credentials, try SessionSnapshot(json: try await endpoint.with(token: credentials.token).json("GET", path)))
  }

  private func create(_ session: NewSession) async throws(NavstateProblem) -> (SessionCredentials, SessionSnapshot) {
    let json = try await endpoint.json(
      "POST", "v1/sessions", session.json, fields: ["Idempotency-Key": UUID().uuidString])
    let snapshot = try SessionSnapshot(json: json)
    return (SessionCredentials(id: snapshot.id, token: json["token"]?.stringValue ?? endpoint.token), snapshot)
  }
}
