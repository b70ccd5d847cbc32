import HTTP
import Testing

@testable import HTTPServer

@Suite("Connection closing", .timeLimit(.minutes(1)))
struct ClosingTests {
  @Test("A client that keeps sending after an invalid request receives one error response")
  func refusesOnce() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send(request("/a") + "GET / HTTP/9.9\r\n\r\n" + request("/b"))
      try client.send(String(repeating: "x", count: 1 << 20))
      #expect(try client.answer() == .ok("/a"))
      let refusal = try client.answer()
      #expect(refusal?.status == 505 && refusal?.connection == "close")
      #expect(try client.answer() == nil)
      #expect(live.server.statistics.refusedRequests == 1)
    }
  }

  @Test("A client that sends more than the discard limit after an error is disconnected")
  func boundsDiscarding() throws {
    try LiveServer.run(configure: { $0.limits.discardedBytes = 1 << 18 }, respond: echo) { live in
      let client = try live.client()
      try client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n")
      #expect(try client.answer() == ReceivedAnswer(status: 413, body: "content-too-large", connection: "close"))
      let chunk = String(repeating: "x", count: 1 << 20)
      #expect(throws: Client.Failure.self) {
        for _ in 0..<100 { try client.send(chunk) }
      }
    }
  }

  @Test("A response for a closed connection is dropped and does not reach the next client")
  func dropsLateAnswers() throws {
    try LiveServer.run(configure: { $0.loops = 1 }) { live in
      let late: ConnectionResponseWriter
      do {
        let gone = try live.client()
        try gone.send(request("/a") + request("/b"))
        let replies = try live.desk.receive(2)
        replies[0].send("last", closes: true)
        #expect(try gone.answers(2) == [.ok("last", connection: "close"), nil])
        late = replies[1]
      }
      let client = try live.client()
      try client.send(request("/c"))
      let writer = try live.desk.receive(1)[0]
      late.send("dropped")
      writer.send("c")
      #expect(try client.answer() == .ok("c"))
    }
  }
}
