import HTTP
import Testing

@testable import HTTPServer

@Suite("A content that comes piece by piece", .timeLimit(.minutes(1)))
struct ContentStreamTests {
  private func begin(_ live: LiveServer) throws -> (client: Client, stream: any ContentStream, endings: Endings) {
    let (client, endings) = (try live.client(), Endings())
    try client.send(request("/a"))
    let stream = try live.desk.take(1)[0].stream(contentAfter: .empty(200)) { endings.note($0) }
    #expect(try client.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    return (client, stream, endings)
  }

  @Test("ends with the last chunk")
  func finishes() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live)
      stream.send("a")
      stream.finish()
      #expect(try client.rest() == "1\r\na\r\n0\r\n\r\n")
      #expect(try endings.wait() == [.finished])
    }
  }

  @Test("is broken off by a reset when it cannot be completed")
  func aborts() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live)
      stream.send("a")
      _ = try client.text(upTo: "a\r\n")
      stream.abort()
      #expect(throws: Client.Failure.self) { try client.rest() }
      #expect(try endings.wait() == [.aborted])
    }
  }

  @Test("has nothing in it that its owner did not send, and no pause without an end")
  func pauses() throws {
    try LiveServer.run(configure: { ($0.timeouts.heartbeat, $0.timeouts.answer) = (.zero, .zero) }) { live in
      let (client, _, endings) = try begin(live)
      #expect(throws: Client.Failure.self) { try client.rest() }
      #expect(try endings.wait() == [.tooSlow])
    }
  }

  @Test("goes on when the server stops, up to its end")
  func drains() throws {
    try LiveServer.run { live in
      let (client, stream, _) = try begin(live)
      live.server.drain(within: 60) {}
      stream.send("a")
      stream.finish()
      #expect(try client.rest() == "1\r\na\r\n0\r\n\r\n")
    }
  }

  @Test("goes on when its client has closed the sending side")
  func halfClosed() throws {
    try LiveServer.run { live in
      let (client, stream, _) = try begin(live)
      client.endSending()
      stream.send("a")
      stream.finish()
      #expect(try client.rest() == "1\r\na\r\n0\r\n\r\n")
    }
  }
}
