import AppDefinitions
import Foundation
import JSON
import Navigation

extension NavstateClient {
  /// Opens a session and returns its client, whose tree is that of the server. Without a connection, a session that
  /// exists begins with the snapshot that the store of the queue has, and follows when the server answers.
  ///
  /// - Parameters:
  ///   - server: The address of the server, such as `https://navstate.example`.
  ///   - source: The session.
  ///   - token: The key of the app or the admin's token, for a new session; nil if the server requires none.
  ///   - configuration: The settings.
  /// - Throws: The server's problem; `no-connection` if it does not answer; `bad-response` if it is another server;
  ///   `queue-not-stored` if the queue cannot be read; `queue-in-use` if another client has it.
  public static func connect(
    to server: URL, _ source: SessionSource, token: String? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) async throws(NavstateProblem) -> NavstateClient {
    let transport = configuration.newToken.map { RenewingTransport(configuration.transport, newToken: $0) }
    let opening = ServerEndpoint(server: server, token: token, transport: transport ?? configuration.transport)
    let (credentials, snapshot, isStored) = try await open(source, opening, configuration)
    let endpoint = opening.with(token: credentials.token)
    // Before the queue is read, which another client might still change.
    let lock = try configuration.lock(credentials.id)
    let appEndpoint = token == nil ? endpoint : opening
    // What cannot be read without a connection is read after the next change.
    let app =
      isStored ? try configuration.app.given : try await configuration.app.load(for: snapshot, from: appEndpoint)
    let client = NavstateClient(
      credentials, snapshot, app: app, queue: try configuration.storedQueue(of: credentials.id), lock: lock, endpoint,
      appEndpoint: appEndpoint, configuration)
    client.storeSnapshot()
    if isStored, app == nil { client.appVersion = 0 }
    client.start()
    return client
  }

  /// Opens a session, or takes its stored snapshot if the server cannot be reached.
  private static func open(
    _ source: SessionSource, _ endpoint: ServerEndpoint, _ configuration: ClientConfiguration
  ) async throws(NavstateProblem) -> (SessionCredentials, SessionSnapshot, isStored: Bool) {
    do throws(NavstateProblem) {
      let (credentials, snapshot) = try await SessionOpening(endpoint: endpoint).open(source)
      return (credentials, snapshot, false)
    } catch {
      guard error.code == "no-connection", case .existing(let id, let token) = source,
        let stored = try configuration.storedSnapshot(of: id)
      else { throw error }
      return (SessionCredentials(id: id, token: token), stored, true)
    }
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
        // A later migration has begun a reading of its own.
        guard snapshot.tree.appVersion == model.confirmed.tree.appVersion else { return }
        app = read
        model.use(read)
        show(.confirmation)
      } catch {
        // No app has this version, so the next change retries.
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
  fileprivate func lock(_ session: String) throws(NavstateProblem) -> QueueLock? {
    do {
      return try queue.lock(session: session)
    } catch {
      throw NavstateProblem(code: "queue-in-use", "The queue of \(session) cannot be used: \(error).")
    }
  }

  fileprivate func storedSnapshot(of session: String) throws(NavstateProblem) -> SessionSnapshot? {
    do {
      return try queue.snapshot(session: session)
    } catch {
      throw NavstateProblem(code: "queue-not-stored", "The stored snapshot of \(session) cannot be read: \(error).")
    }
  }

  fileprivate func storedQueue(of session: String) throws(NavstateProblem) -> [QueuedRequest] {
    do {
      return try queue.load(session: session)
    } catch {
      throw NavstateProblem(code: "queue-not-stored", "The stored queue of \(session) cannot be read: \(error).")
    }
  }
}

extension ClientConfiguration.PredictedApp {
  /// The app that needs no connection; nil: there is none.
  fileprivate var given: App? {
    get throws(NavstateProblem) {
      switch self {
      case .app(let app): app
      case .definition(let json): try Self.app(definedBy: json)
      case .none, .fetched: nil
      }
    }
  }

  /// Returns the app of a session; nil if nothing is predicted.
  fileprivate func load(
    for session: SessionSnapshot, from endpoint: ServerEndpoint
  ) async throws(NavstateProblem) -> App? {
    guard case .fetched = self else { return try given }
    let path = "v1/apps/\(ServerEndpoint.encoded(session.app))?version=\(session.tree.appVersion)"
    let reply = try await endpoint.send(try endpoint.request("GET", path))
    // A session's token does not permit it, and the description of a compiled app is no definition.
    guard reply.isSuccess, let json = reply.json, json["compiled"]?.boolValue != true else { return nil }
    return try Self.app(definedBy: json)
  }

  private static func app(definedBy json: JSONValue) throws(NavstateProblem) -> App {
    do throws(DefinitionFaults) {
      return try AppDefinition(json, isStored: true).app
    } catch {
      throw NavstateProblem(code: "bad-definition", "The definition of the app cannot be used: \(error).")
    }
  }
}
