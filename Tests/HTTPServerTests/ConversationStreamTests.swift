import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation that streams")
struct ConversationStreamTests {
  let harness = ConnectionHarness()
  private let streamHead =
    "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("writes the head at once, and its pieces after it")
  func writesHead() {
    harness.receive(get)
    harness.stream(0)
    #expect(written() == streamHead)
    harness.queue("a")
    #expect(harness.takeEvents() == "1\r\na\r\n")
  }

  @Test("writes the head after the answers to earlier requests, and keeps its pieces until then")
  func keepsOrder() {
    harness.receive(get + get)
    harness.stream(1)
    harness.queue("a")
    #expect(written() == "")
    harness.answer(0, "first")
    #expect(written().hasSuffix("first" + streamHead))
    #expect(harness.takeEvents() == "1\r\na\r\n")
  }

  @Test("takes and answers no request behind the stream")
  func takesNothingMore() {
    harness.receive(get + get)
    harness.answer(1, "early")
    harness.stream(0)
    harness.answer(0, "again")
    harness.answer(1, "late")
    #expect(harness.receive(get) == get)
    #expect(written() == streamHead)
    harness.perform { $0.endStream() }
    #expect(harness.isOver)
    #expect(written() == "")
  }

  @Test("answers HEAD with the head alone, and goes on")
  func answersHead() {
    harness.receive(head)
    harness.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(harness.receive(get) == "")
    harness.answer(1, "next")
    #expect(harness.written() == [.ok("next")])
  }

  @Test("ends the content of a 1.0 client with the connection")
  func streamsToLegacy() {
    harness.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    harness.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\n")
    harness.queue("a")
    harness.perform { $0.endStream() }
    #expect(harness.takeEvents() == "a")
  }

  @Test("ends after what is queued, with a last word and a last chunk, and takes no more")
  func ends() {
    harness.receive(get)
    harness.stream(0)
    harness.queue("a")
    harness.perform { $0.endStream(saying: SharedChunk(Array("bye".utf8))) }
    #expect(harness.queue("b") == .ignored)
    #expect(harness.takeEvents() == "1\r\na\r\n3\r\nbye\r\n0\r\n\r\n")
  }

  @Test("keeps 256 pieces for a client, and not one more")
  func limitsPieces() {
    harness.receive(get)
    harness.stream(0)
    for _ in 0..<256 { #expect(harness.queue("a") == .queued) }
    #expect(harness.queue("a") == .full)
    harness.perform { $0.didSendEvents(6) }
    #expect(harness.queue("a") == .queued)
  }

  @Test("keeps 256 KB for a client, framing included, and not a byte more")
  func limitsBytes() {
    harness.receive(get)
    harness.stream(0)
    harness.queue("a")
    // 5 digits of length and two line ends are nine bytes; the first piece is six.
    let rest = (256 << 10) - 6 - 9
    #expect(harness.queue(String(repeating: "x", count: rest + 1)) == .full)
    #expect(harness.queue(String(repeating: "x", count: rest)) == .queued)
    #expect(harness.queue("a") == .full)
  }

  @Test("takes one piece of any length")
  func takesLongPiece() {
    harness.receive(get)
    harness.stream(0)
    #expect(harness.queue(String(repeating: "x", count: 1 << 20)) == .queued)
    #expect(harness.queue("a") == .full)
  }

  private func written() -> String { String(decoding: harness.bytes(), as: UTF8.self) }
}
