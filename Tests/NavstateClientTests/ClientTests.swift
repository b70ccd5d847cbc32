import ExampleApps
import Foundation
import JSON
import Navigation
import Testing

@testable import NavstateClient

@MainActor
@Suite("A client of a server", .serialized)
struct ClientTests {
  static let new = SessionSource.new(NewSession(app: "counter"))

  @Test("A push is shown before it is sent, and has the server's id after the receipt")
  func push() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, Self.new) { $0.app = .app(Counter.app) }
    let sent = client.push("counter", ["count": 5])
    #expect(client.routes == ["counter", "counter"])
    #expect(ProvisionalIDs.contains(client.tree.current.id))
    let receipt = try await sent.receipt()
    #expect(receipt.revision == 2)
    #expect(client.tree == client.confirmed.tree)
    #expect(Array(receipt.serverIDs.values) == [client.tree.current.id])
    client.close()
  }

  @Test("A push of a client without the app is shown after the receipt")
  func unpredicted() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, Self.new)
    let sent = client.push("counter")
    #expect(client.routes == ["counter"])
    try await sent.receipt()
    #expect(client.routes == ["counter", "counter"])
    client.close()
  }

  @Test("The receipt of an amendment tells how many changes were made again, and so does that of its dry run")
  func amended() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, Self.new)
    for _ in 1...3 { try await client.send(Action("increment")).receipt() }
    let (one, two) = (Action("increment"), Action("push", ["route": "counter"]))
    let trial = try await client.tryAmending(2, with: one, two)
    #expect(trial.revision == 5 && trial.replayed == 2 && trial.dropped.isEmpty && client.routes.count == 1)
    let receipt = try await client.amend(4, with: one, two).receipt()
    #expect(receipt.revision == 5 && receipt.replayed == 0 && client.routes.count == 2)
    let problem = await #expect(throws: NavstateProblem.self) { try await client.tryAmending(5, with: one) }
    #expect(problem?.code == "not-amendable")
    client.close()
  }

  @Test("A refused request fails with the server's problem")
  func refused() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, Self.new)
    let problem = await #expect(throws: NavstateProblem.self) { try await client.pop().receipt() }
    #expect(problem?.code == "nothing-to-pop")
    #expect(problem?.status == 409)
    client.close()
  }

  @Test(
    "A client receives changes by streams, by long polls, and behind a proxy without streams",
    arguments: [(.stream, true), (.longPolls, true), (.stream, false)] as [(ClientConfiguration.Updates, Bool)])
  func others(updates: ClientConfiguration.Updates, passesStreams: Bool) async throws {
    let server = try TestServer()
    let one = try await NavstateClient.connect(server, Self.new)
    let session = SessionSource.existing(id: one.credentials.id, token: one.credentials.token)
    let other = try await NavstateClient.connect(server, session) {
      $0.updates = updates
      $0.transport = ScriptedTransport(passesStreams: passesStreams) { _ in .pass }
    }
    await until { other.connection == .live }
    one.push("counter")
    await until { other.routes.count == 2 }
    one.close()
    other.close()
    #expect(other.connection == .closed)
  }
}
