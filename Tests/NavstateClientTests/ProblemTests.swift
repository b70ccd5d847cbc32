import ExampleApps
import Foundation
import JSON
import Navigation
import Synchronization
import Testing

@testable import NavstateClient

@MainActor
@Suite("Problems of a client", .serialized)
struct ProblemTests {
  @Test("An unknown app, an unknown session and an unreachable server have problem codes")
  func opening() async throws {
    let server = try TestServer()
    let app = await #expect(throws: NavstateProblem.self) {
      try await NavstateClient.connect(server, .new(NewSession(app: "shop")))
    }
    #expect(app?.code == "unknown-app")
    #expect(app?.errors.map(\.pointer) == ["/app"])
    let session = await #expect(throws: NavstateProblem.self) {
      try await NavstateClient.connect(server, .existing(id: "s_0000000000000000000000", token: nil))
    }
    #expect(session?.status == 404)
    server.kill()
    let network = await #expect(throws: NavstateProblem.self) {
      try await NavstateClient.connect(server, ClientTests.new)
    }
    #expect(network?.code == "no-connection")
    #expect(network?.status == 0)
  }

  @Test("A client whose token is revoked is refused, and keeps its stored queue")
  func revoked() async throws {
    let server = try TestServer(admin: "0123456789abcdef0123456789abcdef")
    let store = MemoryQueueStore()
    let transport = ScriptedTransport { _ in .loseRequest }
    var configuration = ClientConfiguration()
    configuration.queue = store
    configuration.transport = transport
    let client = try await NavstateClient.connect(
      to: server.address, ClientTests.new, token: server.admin, configuration: configuration)
    let sent = client.push("counter")
    let admin = ServerEndpoint(server: server.address, token: server.admin, transport: URLSessionTransport())
    _ = try await admin.send(try admin.request("DELETE", client.path + "/token"))
    await until { client.connection.isFinal }
    let problem = await #expect(throws: NavstateProblem.self) { try await sent.receipt() }
    #expect(client.connection == problem.map(ConnectionState.refused))
    #expect(problem?.code == "token-expired")
    #expect(store.load(session: client.credentials.id).count == 1)
  }

  @Test("A wrong token has a problem code")
  func wrongToken() async throws {
    let server = try TestServer(admin: "0123456789abcdef0123456789abcdef")
    let problem = await #expect(throws: NavstateProblem.self) {
      try await NavstateClient.connect(to: server.address, ClientTests.new, token: "wrong")
    }
    #expect(problem?.code == "not-allowed")
  }

  @Test("A client gets another token when its own is deleted, and sends what waits", arguments: [true, false])
  func newToken(polls: Bool) async throws {
    let server = try TestServer(admin: "0123456789abcdef0123456789abcdef")
    let admin = ServerEndpoint(server: server.address, token: server.admin, transport: URLSessionTransport())
    let id = try #require(try await admin.json("POST", "v1/sessions", ["app": "counter"])["id"]?.stringValue)
    @Sendable func token() async throws -> (id: String, text: String) {
      let made = try await admin.json("POST", "v1/sessions/\(id)/tokens", ["role": "act", "name": "phone"])
      return (made["id"]?.stringValue ?? "", made["token"]?.stringValue ?? "")
    }
    let isReachable = Atomic(false)
    let first = try await token()
    let client = try await NavstateClient.connect(server, .existing(id: id, token: first.text)) {
      $0.updates = polls ? .longPolls : .stream
      $0.newToken = {
        guard isReachable.load(ordering: .relaxed) else { throw URLError(.notConnectedToInternet) }
        return try await token().text
      }
    }
    await until { client.connection == .live }
    _ = try await admin.send(try admin.request("DELETE", client.path + "/tokens/" + first.id))
    let sent = [client.push("counter"), client.push("counter")]
    await until { client.connection == .offline }
    #expect(client.pending.count == 2)
    isReachable.store(true, ordering: .relaxed)
    for (request, revision) in zip(sent, 2...) { #expect(try await request.receipt().revision == revision) }
    await until { client.connection == .live }
    client.close()
  }

  @Test("A deleted session closes its clients", arguments: [true, false])
  func deleted(polls: Bool) async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new) { $0.updates = polls ? .longPolls : .stream }
    await until { client.connection == .live }
    let endpoint = client.endpoint
    _ = try await endpoint.send(try endpoint.request("DELETE", client.path))
    await until { client.connection == .closed }
    #expect(client.connection == .closed)
  }
}
