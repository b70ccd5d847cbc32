import AppDefinitions
import Foundation
import JSON
import Navigation

extension NavstateClient {
  /// Opens a session and returns its client, whose tree is that of the server.
  ///
  /// - Parameters:
  ///   - server: The address of the server, such as `https://navstate.example`.
  ///   - source: The session.
  ///   - token: The key of the app or the admin's token, for a new session; nil if the server requires none.
  ///   - configuration: The settings.
  /// - Throws: The server's problem; `no-connection` if it does not answer; `bad-response` if it is another server;
  ///   `queue-not-stored` if the queue cannot be read.
  public static func connect(
    to server: URL, _ source: SessionSource, token: String? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) async throws(NavstateProblem) -> NavstateClient {
    let transport = configuration.newToken.map { RenewingTransport(configuration.transport, newToken: $0) }
    let opening = ServerEndpoint(server: server, token: token, transport: transport ?? configuration.transport)
    let (credentials, snapshot) = try await SessionOpening(endpoint: opening).open(source)
    let endpoint = opening.with(token: credentials.token)
    let appEndpoint = token == nil ? endpoint : opening
    let app = try await configuration.app.load(for: snapshot, from: appEndpoint)
    let client = NavstateClient(
      credentials, snapshot, app: app, queue: try configuration.storedQueue(of: credentials.id), endpoint,
      appEndpoint: appEndpoint, configuration)
    client.start()
    return client
  }

  /// Reads the app again after a migration. Until then nothing is predicted, since its version differs; if it cannot be
  /// read, the next change retries.
  func followVersion() {
    let snapshot = model.confirmed
    guard snapshot.tree.appVersion != appVersion else { return }
    appVersion = snapshot.tree.appVersion
    Task {
      do throws(NavstateProblem) {
        let read = try await configuration.app.load(for: snapshot, from: appEndpoint)
        guard snapshot.tree.appVersion == model.confirmed.tree.appVersion else { return }
        app = read
        model.use(read)
        show(.confirmation)
      } catch {
        appVersion = 0
      }
    }
  }

  private func start() {
    listening = Task { await listen() }
    deliver()
  }
}

extension ClientConfiguration {
  fileprivate func storedQueue(of session: String) throws(NavstateProblem) -> [QueuedRequest] {
    do {
      return try queue.load(session: session)
    } catch {
      throw NavstateProblem(code: "queue-not-stored", "The stored queue of \(session) cannot be read: \(error).")
    }
  }
}

extension ClientConfiguration.PredictedApp {
  /// Returns the app of a session; nil if nothing is predicted.
  fileprivate func load(
    for session: SessionSnapshot, from endpoint: ServerEndpoint
  ) async throws(NavstateProblem) -> App? {
    switch self {
    case .app(let app): return app
    case .definition(let json): return try Self.app(definedBy: json)
    case .none: return nil
    case .fetched:
      let path = "v1/apps/\(ServerEndpoint.encoded(session.app))?version=\(session.tree.appVersion)"
      let reply = try await endpoint.send(try endpoint.request("GET", path))
      // A session's token does not permit it, and the description of a compiled app is no definition.
      guard reply.isSuccess, let json = reply.json, json["compiled"]?.boolValue != true else { return nil }
      return try Self.app(definedBy: json)
    }
  }

  private static func app(definedBy json: JSONValue) throws(NavstateProblem) -> App {
    do throws(DefinitionFaults) {
      return try AppDefinition(json, isStored: true).app
    } catch {
      throw NavstateProblem(code: "bad-definition", "The definition of the app cannot be used: \(error).")
    }
  }
}
