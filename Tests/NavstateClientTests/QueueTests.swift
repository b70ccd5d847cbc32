import ExampleApps
import Foundation
import JSON
import Navigation
import Synchronization
import Testing

@testable import NavstateClient

@MainActor
@Suite("The queue of a client", .serialized)
struct QueueTests {
  @Test("A request whose answer is lost is repeated with its key and carried out once")
  func lostAnswers() async throws {
    let server = try TestServer()
    let transport = ScriptedTransport { $0 % 3 == 0 ? .loseAnswer : $0 % 3 == 1 ? .loseRequest : .pass }
    let client = try await NavstateClient.connect(server, ClientTests.new) {
      $0.transport = transport
      $0.app = .app(Counter.app)
    }
    for _ in 1...20 { client.send(Action("increment")) }
    #expect(client.count == 20)
    await until { client.pending.isEmpty }
    #expect(client.confirmed.revision == 21)
    #expect(client.count == 20)
    #expect(transport.sent > 20)
    client.close()
  }

  @Test("A server that is killed repeatedly carries out each request once")
  func kills() async throws {
    let server = try TestServer()
    let transport = ScriptedTransport(afterLoss: { [server] in try server.restart() }) {
      $0 % 7 == 0 ? .loseAnswer : .pass
    }
    let client = try await NavstateClient.connect(server, ClientTests.new) { $0.transport = transport }
    for _ in 1...30 { client.send(Action("increment")) }
    await until { client.pending.isEmpty }
    #expect(client.count == 30)
    await until { client.connection == .live }
    client.close()
  }

  @Test("Requests of a client without a network are sent by the next client, each once", arguments: [true, false])
  func restarts(losesAnswer: Bool) async throws {
    let server = try TestServer()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileQueueStore(folder: folder)
    let transport = ScriptedTransport { $0 == 1 && losesAnswer ? .loseAnswer : .loseRequest }
    let first = try await NavstateClient.connect(server, ClientTests.new) {
      $0.transport = transport
      $0.queue = store
      $0.app = .app(Counter.app)
    }
    let sent = [first.push("counter", ["count": 1]), first.push("counter", ["count": 2])]
    first.send(Action("increment", ["source": .string(first.tree.current.id)]))
    first.close()
    await #expect(throws: NavstateProblem.closed) { try await sent[0].receipt() }

    let session = SessionSource.existing(id: first.credentials.id, token: first.credentials.token)
    let second = try await NavstateClient.connect(server, session) { $0.queue = store }
    #expect(second.pending.count == 3)
    await until { second.pending.isEmpty }
    #expect(second.tree.root.screens.map(\.state["count"]) == [0, 1, 3])
    #expect(try store.load(session: first.credentials.id) == [])
    second.close()
  }

  @Test("Without a server a client begins with the stored snapshot, and sends its requests when the server is there")
  func withoutServer() async throws {
    let server = try TestServer()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let configure: (inout ClientConfiguration) -> Void = {
      $0.queue = FileQueueStore(folder: folder)
      $0.app = .app(Counter.app)
    }
    let first = try await NavstateClient.connect(server, ClientTests.new, configure)
    try await first.push("counter", ["count": 1]).receipt()
    let session = SessionSource.existing(id: first.credentials.id, token: first.credentials.token)
    await #expect(throws: NavstateProblem.self) { try await NavstateClient.connect(server, session, configure) }
    let confirmed = first.confirmed
    first.close()
    server.kill()
    let second = try await NavstateClient.connect(server, session, configure)
    #expect(second.confirmed == confirmed)
    second.send(Action("increment"))
    #expect(second.tree.current.state["count"] == 2)
    try server.restart()
    await until { second.pending.isEmpty }
    #expect(second.confirmed.tree.current.state["count"] == 2)
    second.close()
    let unknown = SessionSource.existing(id: "s_unknown", token: nil)
    server.kill()
    await #expect(throws: NavstateProblem.self) { try await NavstateClient.connect(server, unknown, configure) }
  }

  @Test("Two devices with lost answers and a killed server reach the same tree, each screen once")
  func devices() async throws {
    let server = try TestServer()
    let script: @Sendable (Int) -> ScriptedTransport.Treatment = {
      $0 % 11 == 0 ? .loseAnswer : $0 % 5 == 0 ? .loseRequest : .pass
    }
    let one = try await NavstateClient.connect(server, ClientTests.new) {
      $0.app = .app(Counter.app)
      $0.transport = ScriptedTransport(afterLoss: { [server] in try server.restart() }, script)
    }
    let session = SessionSource.existing(id: one.credentials.id, token: one.credentials.token)
    let other = try await NavstateClient.connect(server, session) {
      $0.app = .app(Counter.app)
      $0.transport = ScriptedTransport(script)
    }
    for count in 1...20 {
      one.push("counter", ["count": .integer(Int64(count))])
      other.push("counter", ["count": .integer(Int64(-count))])
    }
    await until { one.pending.isEmpty && other.pending.isEmpty }
    await until { one.confirmed.revision == 41 && other.confirmed.revision == 41 }
    #expect(one.tree == other.tree)
    #expect(one.tree.root.screens.compactMap { $0.state["count"]?.integerValue }.sorted() == Array(-20...20))
    one.close()
    other.close()
  }

  @Test("A request to a busy server is repeated after the time in Retry-After")
  func busy() async throws {
    let server = try TestServer()
    let pauses = Mutex<[Duration]>([])
    let busy = HTTPReply(
      status: 503, fields: ["retry-after": "7"], body: Data(#"{"code": "busy", "detail": "", "status": 503}"#.utf8))
    let client = try await NavstateClient.connect(server, ClientTests.new) {
      $0.transport = ScriptedTransport { $0 == 1 ? .answer(busy) : .pass }
      $0.sleep = { duration in pauses.withLock { $0.append(duration) } }
    }
    try await client.push("counter").receipt()
    #expect(pauses.withLock { $0 } == [.seconds(7)])
    client.close()
  }

  @Test("A request that is too old fails and is rolled back")
  func expired() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new) {
      $0.app = .app(Counter.app)
      $0.maximumAge = -1
    }
    let problem = await #expect(throws: NavstateProblem.self) { try await client.push("counter").receipt() }
    #expect(problem?.code == "action-expired")
    #expect(client.routes == ["counter"])
    client.close()
  }

  @Test("A request that cannot be stored is not predicted and not sent")
  func fullDisk() async throws {
    struct FullStore: QueueStore {
      func load(session: String) -> [QueuedRequest] { [] }
      func save(_ requests: [QueuedRequest], session: String) throws { throw POSIXError(.ENOSPC) }
    }
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new) {
      $0.app = .app(Counter.app)
      $0.queue = FullStore()
    }
    let sent = client.push("counter")
    #expect(client.routes == ["counter"])
    let problem = await #expect(throws: NavstateProblem.self) { try await sent.receipt() }
    #expect(problem?.code == "queue-not-stored")
    client.close()
  }

  @Test("A store that fails after an answer is reported, and the request is confirmed")
  func diskFillsUp() async throws {
    final class FillingStore: QueueStore {
      func load(session: String) -> [QueuedRequest] { [] }
      func save(_ requests: [QueuedRequest], session: String) throws {
        if requests.isEmpty { throw POSIXError(.ENOSPC) }
      }
    }
    let server = try TestServer()
    let client = try await NavstateClient.connect(server, ClientTests.new) {
      $0.app = .app(Counter.app)
      $0.queue = FillingStore()
    }
    let changes = client.changes
    _ = try await client.push("counter").receipt()
    client.close()
    var codes: [String] = []
    for await change in changes {
      if case .queueNotStored(let problem) = change.cause { codes.append(problem.code) }
    }
    #expect(codes == ["queue-not-stored"])
  }
}

extension NavstateClient {
  var count: JSONValue? { tree.current.state["count"] }
}
