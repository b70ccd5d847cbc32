import Foundation
import Testing

@testable import NavstateClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The transport by URLSession", .serialized)
struct TransportTests {
  @Test("A stream that is given up while the server is killed ends")
  func givenUp() async throws {
    let server = try TestServer()
    let client = try await NavstateClient.connect(to: server.address, ClientTests.new)
    let request = try await client.endpoint.request("GET", client.path + "/events")
    for _ in 1...30 {
      var reading: [Task<Void, Never>] = []
      for _ in 1...8 { reading.append(try await stream(request)) }
      let killing = Task.detached { server.kill() }
      for task in reading { task.cancel() }
      await killing.value
      for task in reading { await task.value }
      try server.restart()
    }
    await client.close()
  }

  /// Opens a stream and returns the task that reads it.
  private func stream(_ request: URLRequest) async throws -> Task<Void, Never> {
    let (reply, body) = try await URLSessionTransport().stream(request)
    #expect(reply.status == 200)
    return Task { _ = try? await body.reduce(0) { $0 + $1.count } }
  }
}
