import ExampleApps
import Foundation
import JSON
import Navigation
import TestSupport
import Testing

@testable import NavstateClient

@MainActor
@Suite("Requests and changes of other devices", .serialized)
struct RebaseTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  private func client(
    _ source: SessionSource = ClientTests.new, _ transport: any NavstateTransport = URLSessionTransport()
  ) async throws -> NavstateClient {
    try await NavstateClient.connect(server, source) {
      $0.app = .app(Counter.app)
      $0.transport = transport
    }
  }

  private func source(of client: NavstateClient) -> SessionSource {
    .existing(id: client.credentials.id, token: client.credentials.token)
  }

  @Test("A waiting push is shown over the push of another device")
  func rebase() async throws {
    let transport = ScriptedTransport { _ in ScriptedTransport.busy }
    let one = try await client(ClientTests.new, transport)
    let other = try await client(source(of: one))
    one.push("counter", ["count": 1])
    let view = one.viewID(of: one.current.id)
    try await other.push("counter", ["count": 2]).receipt()
    await until { one.tree.root.screens.map(\.state["count"]) == [0, 2, 1] }
    #expect(one.viewID(of: one.current.id) == view)
    transport.change(to: .pass)
    await until { one.pending.isEmpty }
    await until { other.routes.count == 3 }
    #expect(one.tree == other.tree)
    #expect(one.viewID(of: one.current.id) == view)
    one.close()
    other.close()
  }

  @Test("A request that no longer applies is rolled back with the server's problem")
  func rollback() async throws {
    let transport = ScriptedTransport { _ in ScriptedTransport.busy }
    let one = try await client(ClientTests.new, transport)
    let other = try await client(source(of: one))
    try await other.push("counter").receipt()
    await until { one.routes.count == 2 }
    var changes = one.changes.makeAsyncIterator()
    let sent = one.send(Action("increment", ["source": .string(one.current.id)]))
    #expect(one.count == 1)
    try await other.pop().receipt()
    other.close()
    transport.change(to: .pass)
    let problem = await #expect(throws: NavstateProblem.self) { try await sent.receipt() }
    #expect(problem?.code == "screen-gone")
    #expect(one.count == 0)
    while let change = await changes.next() {
      if case .rolledBack(let told) = change.cause {
        #expect(told == problem)
        break
      }
    }
    one.close()
  }

  @Test("An action on an unconfirmed screen is sent with the screen's id on the server")
  func provisional() async throws {
    let one = try await client()
    let other = try await client(source(of: one))
    for count in 1...5 {
      one.push("counter", ["count": 0])
      for _ in 1...count { one.send(Action("increment", ["source": .string(one.current.id)])) }
      other.push("counter", ["count": 100])
    }
    await until { one.pending.isEmpty && other.pending.isEmpty }
    await until { one.confirmed.revision == 26 && other.confirmed.revision == 26 }
    #expect(one.tree == other.tree)
    let counts = one.tree.root.screens.compactMap { $0.state["count"]?.integerValue }
    #expect(counts.filter { $0 < 100 } == [0, 1, 2, 3, 4, 5])
    one.close()
    other.close()
  }

  @Test("The steps of the changes lead from the first tree to the last one")
  func steps() async throws {
    let one = try await client()
    let other = try await client(source(of: one))
    var root = one.tree.root
    let changes = one.changes
    var random = SplitMix64(seed: 3)
    for _ in 1...100 {
      let client = random.once(in: 2) ? one : other
      client.send(random.once(in: 3) ? Action("pop") : Action("increment"))
      client.push("counter", ["count": .integer(Int64(random.upTo(9)))])
      if random.once(in: 8) { await until { client.pending.isEmpty } }
    }
    await until { one.pending.isEmpty && other.pending.isEmpty }
    await until { one.confirmed.revision == other.confirmed.revision }
    #expect(one.tree == other.tree)
    one.close()
    other.close()
    for await change in changes {
      root = root.renamed(by: change.serverIDs)
      for step in change.steps { root.apply(step) }
      #expect(root == change.tree.root)
    }
    #expect(root == one.tree.root)
  }
}
