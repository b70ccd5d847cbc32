import HTTP
import Testing

@testable import HTTPServer

@Suite("Connection timeouts", .timeLimit(.minutes(1)))
struct TimeoutTests {
  @Test("A header that times out is answered with 408")
  func refusesLateHeader() throws {
    try LiveServer.run(configure: { $0.timeouts.header = .zero }, respond: echo) { live in
      let client = try live.client()
      try client.send(request("/a") + "GET /b")
      #expect(
        try client.answers(3) == [
          .ok("/a"), ReceivedAnswer(status: 408, body: "request-timeout", connection: "close"), nil,
        ])
      #expect(live.server.statistics.refusedRequests == 1)
    }
  }

  @Test("A request whose responder is late is answered by the server, and the later answer is dropped")
  func answersLate() throws {
    func error(_ code: String) -> RequestError { RequestError(status: 503, code: code, detail: "") }
    try LiveServer.run(configure: { configuration in
      configuration.timeouts.late = HTTPServer.LateAnswer(after: .zero, safe: error("safe"), unsafe: error("unsafe"))
    }) { live in
      for (method, code) in [("GET", "safe"), ("POST", "unsafe"), ("DELETE", "unsafe")] {
        let client = try live.client()
        try client.send("\(method) /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        let late = try live.desk.receive(1)
        #expect(try client.answers(2) == [ReceivedAnswer(status: 503, body: code, connection: "close"), nil])
        late[0].send("too late")
      }
    }
  }

  /// The rest arrives while the loop is busy, and the deadline passes before the loop reads it.
  @Test("A request that arrived in time and was not read yet does not time out")
  func looksOnceMore() throws {
    try LiveServer.run { live in
      // This thread waits for the desk while the thread of the loop sends.
      nonisolated(unsafe) let client = try live.client()
      try client.send(request("/a") + "GET /b HTTP/1.1\r\nHost: a\r\n")
      let first = try live.desk.receive(1)
      first[0].send("first")
      #expect(try client.answer() == .ok("first"))
      first[0].connection.loop.enter { loop in
        #expect(throws: Never.self) { try client.send("\r\n") }
        loop.now = loop.now + 11_000
        loop.tick()
      }
      try live.desk.receive(1)[0].send("second")
      #expect(try client.answer() == .ok("second"))
    }
  }
}
