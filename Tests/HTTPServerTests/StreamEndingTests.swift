import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("The owner of a stream is told once", .timeLimit(.minutes(1)))
struct StreamEndingTests {
  @Test("that the client has closed")
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

  @Test("that the client has closed, though it sent more before")
  func clientClosesBehindRequests() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try begin(live)
      try client.send(request("/b"))
      client.endSending()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("that the client has reset the connection")
  func clientResets() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try begin(live)
      client.reset()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("that the client had gone before the stream began")
  func clientHasGone() throws {
    try LiveServer.run { live in
      let (writer, endings) = (try abandoned(live), Endings())
      let stream = writer.stream(endings)
      stream.send("for nobody")
      #expect(try endings.wait() == [.disconnected])
    }
  }

  private func abandoned(_ live: LiveServer) throws -> ConnectionResponseWriter {
    let client = try live.client()
    try client.send(request("/a") + request("/b"))
    let replies = try live.desk.take(2)
    replies[0].send("last", closes: true)
    #expect(try client.answers(2) == [.ok("last", connection: "close"), nil])
    return replies[1]
  }

  @Test("that the server had ended before the stream began")
  func serverHasEnded() throws {
    var writer: ConnectionResponseWriter?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      writer = try live.desk.take(1)[0]
    }
    let endings = Endings()
    _ = writer?.stream(endings)
    #expect(try endings.wait() == [.disconnected])
  }

  @Test("that the client reads too slowly for what is sent")
  func clientIsSlow() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live)
      let chunk = SharedChunk([UInt8](repeating: 0, count: 100_000))
      while !stream.isClosed { stream.send(chunk) }
      #expect(try endings.wait() == [.tooSlow])
      _ = client
    }
  }

  @Test("that the client does not read at all")
  func clientStalls() throws {
    try LiveServer.run(configure: { $0.timeouts.stalledWrite = .zero }) { live in
      let (client, stream, endings) = try begin(live)
      stream.send(SharedChunk([UInt8](repeating: 0, count: 30 << 20)))
      #expect(try endings.wait() == [.tooSlow])
      _ = client
    }
  }

  @Test("that the server stops, and its client gets the last word")
  func drains() throws {
    let endings = Endings()
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let stream = try live.desk.take(1)[0].stream(saying: "retry: 1000\n\n", endings)
      stream.send("a")
      _ = try client.text(upTo: "a\r\n")
      live.server.drain(within: 60) {}
      #expect(try client.rest() == "d\r\nretry: 1000\n\n\r\n0\r\n\r\n")
      #expect(try endings.wait() == [.drained])
    }
  }

  @Test("that the server stops, when the stream begins only then")
  func beginsWhileDraining() throws {
    try LiveServer.run { live in
      let (client, endings) = (try live.client(), Endings())
      try client.send(request("/a"))
      let writer = try live.desk.take(1)[0]
      live.server.drain(within: 60) {}
      let stream = writer.stream(saying: "bye", endings)
      #expect(try client.rest().hasSuffix("\r\n\r\n3\r\nbye\r\n0\r\n\r\n"))
      #expect(try endings.wait() == [.drained])
      #expect(stream.isClosed)
    }
  }

  @Test("that the server stops hard, when the client does not read")
  func isCut() throws {
    let endings = Endings()
    var kept: Client?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let stream = try live.desk.take(1)[0].stream(saying: "bye", endings)
      stream.send(SharedChunk([UInt8](repeating: 0, count: 30 << 20)))
      _ = try client.text(upTo: "\r\n\r\n")
      kept = client
    }
    #expect(try endings.wait() == [.drained])
    _ = kept
  }

  @Test("that a second stream on its connection is none, nor a stream after an answer")
  func isOnlyOne() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a") + request("/b"))
      let replies = try live.desk.take(2)
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
