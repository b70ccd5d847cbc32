import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation that streams")
struct ConversationStreamTests {
  let rehearsal = Rehearsal()
  private let streamHead =
    "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("writes the head at once, and its pieces after it")
  func writesHead() {
    rehearsal.receive(get)
    rehearsal.stream(0)
    #expect(written() == streamHead)
    rehearsal.queue("a")
    #expect(rehearsal.takeEvents() == "1\r\na\r\n")
  }

  @Test("writes the head after the answers to earlier requests, and keeps its pieces until then")
  func keepsOrder() {
    rehearsal.receive(get + get)
    rehearsal.stream(1)
    rehearsal.queue("a")
    #expect(written() == "")
    rehearsal.answer(0, "first")
    #expect(written().hasSuffix("first" + streamHead))
    #expect(rehearsal.takeEvents() == "1\r\na\r\n")
  }

  @Test("takes and answers no request behind the stream")
  func takesNothingMore() {
    rehearsal.receive(get + get)
    rehearsal.answer(1, "early")
    rehearsal.stream(0)
    rehearsal.answer(0, "again")
    rehearsal.answer(1, "late")
    #expect(rehearsal.receive(get) == get)
    #expect(written() == streamHead)
    rehearsal.perform { $0.endStream() }
    #expect(rehearsal.isOver)
    #expect(written() == "")
  }

  @Test("answers HEAD with the head alone, and goes on")
  func answersHead() {
    rehearsal.receive(head)
    rehearsal.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(rehearsal.receive(get) == "")
    rehearsal.answer(1, "next")
    #expect(rehearsal.written() == [.ok("next")])
  }

  @Test("ends the content of a 1.0 client with the connection")
  func streamsToLegacy() {
    rehearsal.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    rehearsal.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\n")
    rehearsal.queue("a")
    rehearsal.perform { $0.endStream() }
    #expect(rehearsal.takeEvents() == "a")
  }

  @Test("ends after what is queued, with a last word and a last chunk, and takes no more")
  func ends() {
    rehearsal.receive(get)
    rehearsal.stream(0)
    rehearsal.queue("a")
    rehearsal.perform { $0.endStream(saying: SharedChunk(Array("bye".utf8))) }
    #expect(rehearsal.queue("b") == .ignored)
    #expect(rehearsal.takeEvents() == "1\r\na\r\n3\r\nbye\r\n0\r\n\r\n")
  }

  @Test("keeps 256 pieces for a client, and not one more")
  func limitsPieces() {
    rehearsal.receive(get)
    rehearsal.stream(0)
    for _ in 0..<256 { #expect(rehearsal.queue("a") == .queued) }
    #expect(rehearsal.queue("a") == .full)
    rehearsal.perform { $0.didSendEvents(6) }
    #expect(rehearsal.queue("a") == .queued)
  }

  @Test("keeps 256 KB for a client, framing included, and not a byte more")
  func limitsBytes() {
    rehearsal.receive(get)
    rehearsal.stream(0)
    rehearsal.queue("a")
    // 5 digits of length and two line ends are nine bytes; the first piece is six.
    let rest = (256 << 10) - 6 - 9
    #expect(rehearsal.queue(String(repeating: "x", count: rest + 1)) == .full)
    #expect(rehearsal.queue(String(repeating: "x", count: rest)) == .queued)
    #expect(rehearsal.queue("a") == .full)
  }

  @Test("takes one piece of any length")
  func takesLongPiece() {
    rehearsal.receive(get)
    rehearsal.stream(0)
    #expect(rehearsal.queue(String(repeating: "x", count: 1 << 20)) == .queued)
    #expect(rehearsal.queue("a") == .full)
  }

  private func written() -> String { String(decoding: rehearsal.bytes(), as: UTF8.self) }
}
