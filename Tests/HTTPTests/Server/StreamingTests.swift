import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("Event streams", .timeLimit(.minutes(1)))
struct StreamingTests {
  @Test("Pieces that another thread sends arrive in order")
  func sendsFromThreads() throws {
    try LiveServer.run { live in
      let (client, stream, _) = try begin(live)
      DispatchQueue.global().async { for number in 0..<100 { stream.send("<\(number)>") } }
      for number in 0..<100 { #expect(try client.text(upTo: ">\r\n").hasSuffix("<\(number)>\r\n")) }
    }
  }

  @Test("A stream can begin on the event loop with its first piece")
  func beginsOnLoop() throws {
    let respond: @Sendable (Request, ConnectionResponseWriter) -> Void = { _, writer in writer.stream().send("hello") }
    try LiveServer.run(respond: respond) { live in
      let client = try live.client()
      try client.send(request("/a"))
      #expect(try client.text(upTo: "hello\r\n").hasSuffix("\r\n\r\n5\r\nhello\r\n"))
    }
  }

  @Test("A shared chunk reaches the subscribers of all event loops")
  func sharesChunk() throws {
    try LiveServer.run(configure: { $0.loops = 2 }) { live in
      let listeningSockets = try (0..<200).map { _ in try begin(live) }
      let chunk = SharedChunk(Array("news".utf8))
      live.server.batchingResponses { for listeningSocket in listeningSockets { listeningSocket.stream.send(chunk) } }
      for listeningSocket in listeningSockets {
        #expect(try listeningSocket.client.text(upTo: "news\r\n") == "4\r\nnews\r\n")
      }
      #expect(live.server.statistics.openStreams == 200)
    }
  }

  @Test("Finishing a stream sends the queued pieces and the last chunk and closes the connection")
  func finishes() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live)
      stream.send("a")
      stream.finish()
      stream.send("b")
      stream.finish()
      #expect(try client.rest() == "1\r\na\r\n0\r\n\r\n")
      #expect(try endings.wait() == [.finished])
      #expect(stream.isClosed)
      #expect(live.server.statistics.openStreams == 0)
    }
  }

  @Test("A stream can be finished before its head is written")
  func finishesEarly() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a") + request("/b"))
      let replies = try live.desk.receive(2)
      let stream = replies[1].stream()
      stream.send("b")
      stream.finish()
      replies[0].send("a")
      #expect(try client.answer() == .ok("a"))
      #expect(try client.rest().hasSuffix("\r\n\r\n1\r\nb\r\n0\r\n\r\n"))
    }
  }

  @Test("A stream for HEAD ends after its head and the connection serves the next request")
  func answersHead() throws {
    try LiveServer.run { live in
      let (client, stream, endings) = try begin(live, with: "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try endings.wait() == [.finished])
      stream.send("nothing")
      try client.send(request("/b"))
      try live.desk.receive(1)[0].send("b")
      #expect(try client.answer() == .ok("b"))
    }
  }

  @Test("The owner of a stream is notified when the queued pieces are written")
  func replays() throws {
    try LiveServer.run { live in
      let (client, stream, _) = try begin(live)
      let page = String(repeating: "x", count: 200_000)
      Self.replay(page, 50, on: stream)
      let text = try client.rest()
      #expect(text.utf8.count == 50 * (page.utf8.count + 9) + 5)
    }
  }

  private static func replay(_ page: String, _ count: Int, on stream: any ContentStream) {
    guard count > 0 else { return stream.finish() }
    stream.send(page)
    stream.whenSent { replay(page, count - 1, on: stream) }
  }

  @Test("A silent stream sends comments")
  func beats() throws {
    try LiveServer.run(configure: { $0.timeouts.heartbeat = .zero }) { live in
      let (client, _, _) = try begin(live)
      for _ in 0..<2 { #expect(try client.text(upTo: "\n\r\n") == "4\r\n: \n\n\r\n") }
    }
  }
}

/// Begins a stream and reads its head.
func begin(
  _ live: LiveServer, with text: String = request("/a"), saying finalChunk: String? = nil
) throws -> (client: Client, stream: any ContentStream, endings: Endings) {
  let (client, endings) = (try live.client(), Endings())
  try client.send(text)
  let stream = try live.desk.receive(1)[0].stream(saying: finalChunk, endings)
  #expect(try client.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
  return (client, stream, endings)
}
