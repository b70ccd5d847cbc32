import Foundation
import Testing

@testable import NavstateClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The URLSession transport", .serialized)
struct TransportTests {
  @Test("Streams and polls end when the server is killed, also if they are cancelled meanwhile")
  func ends() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(to: server.address, ClientTests.new)
    let endpoint = await client.endpoint
    let stream = try await endpoint.request("GET", client.path + "/events")
    let poll = try await endpoint.request(
      "GET", client.path, fields: ["If-None-Match": "\"1\"", "Prefer": "wait=25"])
    for _ in 1...30 {
      var reading: [Task<Void, Never>] = []
      for _ in 1...4 { reading.append(try await read(stream)) }
      for _ in 1...8 { reading.append(Task { _ = try? await endpoint.transport.send(poll) }) }
      let killing = Task.detached { server.kill() }
      for (index, task) in reading.enumerated() where index % 2 == 0 { task.cancel() }
      await killing.value
      for task in reading { await task.value }
      try server.restart()
    }
    await client.close()
  }

  @Test("A stream can be cancelled at any moment after its start")
  func givenUp() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(to: server.address, ClientTests.new)
    let request = try await client.endpoint.request("GET", client.path)
    let transport = URLSessionTransport()
    for _ in 1...300 {
      let tasks = (1...4).map { _ in Task { _ = try? await transport.stream(request) } }
      for task in tasks {
        task.cancel()
        await task.value
      }
    }
    await client.close()
  }

  /// Opens a stream and returns the task that reads it.
  private func read(_ request: URLRequest) async throws -> Task<Void, Never> {
    let (reply, body) = try await URLSessionTransport().stream(request)
    #expect(reply.status == 200)
    return Task { _ = try? await body.reduce(0) { $0 + $1.count } }
  }
}
