import HTTP
import Testing

@testable import HTTPServer

@Suite("Connection limits", .timeLimit(.minutes(1)))
struct LimitTests {
  private let refusal = ReceivedAnswer(status: 503, body: "too-many-connections", connection: "close")

  @Test("A connection beyond the limit receives 503 until another connection closes")
  func limitsConnections() throws {
    try LiveServer.run(configure: { $0.limits.connections = 2 }, respond: echo) { live in
      let kept = try live.client()
      var leaving: Client? = try live.client()
      for client in [kept, leaving] {
        try client?.send(request("/a"))
        #expect(try client?.answer() == .ok("/a"))
      }
      #expect(try live.client().answers(2) == [refusal, nil])
      // The end of the stream shows that the server has closed the connection.
      try leaving?.send(request("/b", "Connection: close\r\n"))
      #expect(try leaving?.answers(2) == [.ok("/b", connection: "close"), nil])
      leaving = nil
      #expect(try served(by: live))
      #expect(live.server.statistics.refusedConnections > 0)
    }
  }

  /// Retries until the server has noticed the closed connection.
  private func served(by live: LiveServer) throws -> Bool {
    for _ in 0..<10_000 {
      let client = try live.client()
      try client.send(request("/c"))
      if try client.answer() == .ok("/c") { return true }
    }
    return false
  }

  @Test("Loopback connections are exempt from the limit per address")
  func exemptsLoopback() throws {
    try LiveServer.run(configure: { $0.limits.connectionsPerAddress = 1 }, respond: echo) { live in
      let clients = try (0..<3).map { _ in try live.client() }
      for client in clients { try client.send(request("/a")) }
      for client in clients { #expect(try client.answer() == .ok("/a")) }
    }
  }
}
