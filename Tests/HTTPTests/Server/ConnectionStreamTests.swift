import HTTP
import Testing

@testable import HTTPServer

@Suite("Streamed responses")
struct ConnectionStreamTests {
  let harness = ConnectionHarness()
  private let streamHead =
    "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("The head of a stream is written at once and the pieces follow it")
  func writesHead() {
    harness.receive(get)
    harness.stream(0)
    #expect(written() == streamHead)
    harness.queue("a")
    #expect(harness.drainEvents() == "1\r\na\r\n")
  }

  @Test("A stream waits for the responses to earlier requests and queues its pieces until then")
  func keepsOrder() {
    harness.receive(get + get)
    harness.stream(1)
    harness.queue("a")
    #expect(written() == "")
    harness.answer(0, "first")
    #expect(written().hasSuffix("first" + streamHead))
    #expect(harness.drainEvents() == "1\r\na\r\n")
  }

  @Test("Requests after a stream are neither read nor answered")
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

  @Test("A stream for a HEAD request sends only the head and the connection continues")
  func answersHead() {
    harness.receive(head)
    harness.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(harness.receive(get) == "")
    harness.answer(1, "next")
    #expect(harness.written() == [.ok("next")])
  }

  @Test("A stream to an HTTP/1.0 client is not chunked and closes the connection at its end")
  func streamsToLegacy() {
    harness.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    harness.stream(0)
    #expect(written() == "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n\r\n")
    harness.queue("a")
    harness.perform { $0.endStream() }
    #expect(harness.drainEvents() == "a")
  }

  @Test("Ending a stream sends the queued pieces, the final piece and the last chunk")
  func ends() {
    harness.receive(get)
    harness.stream(0)
    harness.queue("a")
    harness.perform { $0.endStream(saying: SharedChunk(Array("bye".utf8))) }
    #expect(harness.queue("b") == .ignored)
    #expect(harness.drainEvents() == "1\r\na\r\n3\r\nbye\r\n0\r\n\r\n")
  }

  @Test("The queue of a stream holds at most 256 pieces")
  func limitsPieces() {
    harness.receive(get)
    harness.stream(0)
    for _ in 0..<256 { #expect(harness.queue("a") == .queued) }
    #expect(harness.queue("a") == .full)
    harness.perform { $0.didSendEvents(6) }
    #expect(harness.queue("a") == .queued)
  }

  @Test("The queue of a stream holds at most 256 KiB including framing")
  func limitsBytes() {
    harness.receive(get)
    harness.stream(0)
    harness.queue("a")
    // Five digits of length and two line ends take nine bytes; the first piece takes six.
    let rest = (256 << 10) - 6 - 9
    #expect(harness.queue(String(repeating: "x", count: rest + 1)) == .full)
    #expect(harness.queue(String(repeating: "x", count: rest)) == .queued)
    #expect(harness.queue("a") == .full)
  }

  @Test("The empty queue of a stream accepts a piece of any length")
  func takesLongPiece() {
    harness.receive(get)
    harness.stream(0)
    #expect(harness.queue(String(repeating: "x", count: 1 << 20)) == .queued)
    #expect(harness.queue("a") == .full)
  }

  private func written() -> String { String(decoding: harness.bytes(), as: UTF8.self) }
}
