import HTTP
import Testing

@testable import HTTPServer

@Suite("A live connection's time", .timeLimit(.minutes(1)))
struct TimeoutTests {
  @Test("ends with 408 for a header that does not come")
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

  @Test("ends without a word when it is idle")
  func closesIdle() throws {
    try LiveServer.run(configure: { $0.timeouts.idle = .zero }, respond: echo) { live in
      let client = try live.client()
      #expect(try client.answer() == nil)
    }
  }

  @Test("ends without an answer when the responder has none")
  func closesUnanswered() throws {
    try LiveServer.run(configure: { $0.timeouts.answer = .zero }) { live in
      let client = try live.client()
      try client.send(request("/a"))
      let late = try live.desk.take(1)
      #expect(try client.answer() == nil)
      late[0].send("too late")
    }
  }
}
