import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("Stream endings", .timeLimit(.minutes(1)))
struct StreamEndingTests {
  @Test("A stream ends as disconnected when the client closes the connection")
  func clientCloses() throws {
    try LiveServer.run { live in
      let endings: Endings
      do {
        let listeningSocket = try begin(live)
        endings = listeningSocket.endings
      }
      #expect(try endings.wait() == [.disconnected])
      #expect(live.server.statistics.openStreams == 0)
    }
  }

  @Test("A stream ends as disconnected when the client closes its side after another request")
  func clientClosesBehindRequests() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try begin(live)
      try client.send(request("/b"))
      client.endSending()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("A stream ends as disconnected when the client resets the connection")
  func clientResets() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try begin(live)
      client.reset()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("A stream that begins after its connection has closed ends as disconnected")
  func clientHasGone() throws {
    try LiveServer.run { live in
      let (writer, endings) = (try abandoned(live), Endings())
      let stream = writer.stream(endings)
      stream.send("dropped")
      #expect(try endings.wait() == [.disconnected])
    }
  }

  private func abandoned(_ live: LiveServer) throws -> ConnectionResponseWriter {
    let client = try live.client()
    try client.send(request("/a") + request("/b"))
    let replies = try live.desk.receive(2)
    replies[0].send("last", closes: true)
    #expect(try client.answers(2) == [.ok("last", connection: "close"), nil])
    return replies[1]
  }

  @Test("A stream that begins after the server has stopped ends as disconnected")
  func serverHasEnded() throws {
    var writer: ConnectionResponseWriter?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      writer = try live.desk.receive(1)[0]
    }
    let endings = Endings()
    _ = writer?.stream(endings)
    #expect(try endings.wait() == [.disconnected])
  }

  @Test("A stream whose queue exceeds its limit ends as too slow")
  func clientIsSlow() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live)
      let chunk = SharedChunk([UInt8](repeating: 0, count: 100_000))
      while !stream.isClosed { stream.send(chunk) }
      #expect(try endings.wait() == [.tooSlow])
      _ = client
    }
  }

  @Test("A stream whose client reads nothing ends as too slow")
  func clientStalls() throws {
    try LiveServer.run(configure: { $0.timeouts.stalledWrite = .zero }) { live in
      let (client, stream, endings) = try begin(live)
      stream.send(SharedChunk([UInt8](repeating: 0, count: 30 << 20)))
      #expect(try endings.wait() == [.tooSlow])
      _ = client
    }
  }

  @Test("A stream sends its final chunk and ends as drained when the server drains")
  func drains() throws {
    let endings = Endings()
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let stream = try live.desk.receive(1)[0].stream(saying: "retry: 1000\n\n", endings)
      stream.send("a")
      _ = try client.text(upTo: "a\r\n")
      live.server.drain(within: 60) {}
      #expect(try client.rest() == "d\r\nretry: 1000\n\n\r\n0\r\n\r\n")
      #expect(try endings.wait() == [.drained])
    }
  }

  @Test("A stream that begins while the server drains ends as drained")
  func beginsWhileDraining() throws {
    try LiveServer.run { live in
      let (client, endings) = (try live.client(), Endings())
      try client.send(request("/a"))
      let writer = try live.desk.receive(1)[0]
      live.server.drain(within: 60) {}
      let stream = writer.stream(saying: "bye", endings)
      #expect(try client.rest().hasSuffix("\r\n\r\n3\r\nbye\r\n0\r\n\r\n"))
      #expect(try endings.wait() == [.drained])
      #expect(stream.isClosed)
    }
  }

  @Test("A stream whose client does not read ends as drained when the server stops")
  func isCut() throws {
    let endings = Endings()
    var kept: Client?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let stream = try live.desk.receive(1)[0].stream(saying: "bye", endings)
      stream.send(SharedChunk([UInt8](repeating: 0, count: 30 << 20)))
      _ = try client.text(upTo: "\r\n\r\n")
      kept = client
    }
    #expect(try endings.wait() == [.drained])
    _ = kept
  }

  @Test("A second stream on a connection ends as disconnected")
  func isOnlyOne() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a") + request("/b"))
      let replies = try live.desk.receive(2)
      let (first, second, third) = (Endings(), Endings(), Endings())
      _ = replies[1].stream(second)
      let stream = replies[0].stream(first)
      #expect(try second.wait() == [.disconnected])
      _ = replies[0].stream(third)
      #expect(try third.wait() == [.disconnected])
      stream.finish()
      #expect(try client.rest().hasSuffix("\r\n\r\n0\r\n\r\n"))
      #expect(try first.wait() == [.finished])
    }
  }
}
