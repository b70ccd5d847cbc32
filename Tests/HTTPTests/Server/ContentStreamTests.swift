import HTTP
import Testing

@testable import HTTPServer

@Suite("Content streams", .timeLimit(.minutes(1)))
struct ContentStreamTests {
  private func begin(_ live: LiveServer) throws -> (client: Client, stream: any ContentStream, endings: Endings) {
    let (client, endings) = (try live.client(), Endings())
    try client.send(request("/a"))
    let stream = try live.desk.receive(1)[0].stream(contentAfter: .empty(200)) { endings.record($0) }
    #expect(try client.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    return (client, stream, endings)
  }

  @Test("Aborting a content stream resets the connection")
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

  @Test("A pause longer than the response timeout resets a content stream")
  func pauses() throws {
    try LiveServer.run(configure: { ($0.timeouts.heartbeat, $0.timeouts.answer) = (.zero, .zero) }) { live in
      let (client, _, endings) = try begin(live)
      #expect(throws: Client.Failure.self) { try client.rest() }
      #expect(try endings.wait() == [.tooSlow])
    }
  }

  @Test("A content stream continues to its end while the server drains")
  func drains() throws {
    try LiveServer.run { live in
      let (client, stream, _) = try begin(live)
      live.server.drain(within: 60) {}
      stream.send("a")
      stream.finish()
      #expect(try client.rest() == "1\r\na\r\n0\r\n\r\n")
    }
  }

  @Test("A content stream continues after the client closes its sending side")
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
