import Dispatch
import HTTP
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Streamed request content")
struct IncomingContentTests {
  private static let head = "POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n"
  private static var limits: HTTPServer.Limits {
    var limits = HTTPServer.Limits()
    limits.request.streamedPath = ("/in", 1 << 20)
    limits.pipelinedRequests = 1
    return limits
  }
  let harness = ConnectionHarness(limits: limits)

  @Test("Streamed content is read piece by piece on demand and the next request follows it")
  func pieces() {
    #expect(harness.receive(Self.head + "\r\nabc") == "abc")
    #expect(harness.requests == [0])
    #expect(!harness.wantsInput)
    harness.awaitContent()
    harness.receive("abc")
    #expect(!harness.wantsInput)
    harness.awaitContent()
    #expect(harness.receive("def" + get) == get)
    #expect(harness.content == "abc|def.")
    harness.answer(0, "done")
    #expect(harness.receive(get) == "")
    #expect(harness.written() == [.ok("done")])
  }

  @Test("The response 100 is sent once when streamed content is awaited")
  func expectation() {
    harness.receive(Self.head + "Expect: 100-continue\r\n\r\n")
    #expect(harness.written() == [])
    harness.awaitContent()
    harness.awaitContent()
    #expect(harness.written() == [.continue100])
  }

  @Test("A response before the end of streamed content closes the connection")
  func earlyAnswer() {
    harness.receive(Self.head + "\r\n")
    harness.answer(0, "no")
    #expect(harness.written() == [.ok("no", connection: "close")])
    #expect(harness.isOver)
  }

  @Test("Late streamed content times out with 408 under the number of its request")
  func late() {
    harness.receive(Self.head + "\r\n")
    harness.awaitContent()
    harness.receive("abc")
    guard case .refusal(let error, let number)? = harness.wait(seconds: 30) else {
      Issue.record("The content has not timed out after 30 seconds.")
      return
    }
    #expect((error.status, number) == (408, 0))
  }

  @Test("A request with incomplete streamed content is dropped when the client closes its side")
  func cut() {
    harness.receive(Self.head + "\r\nabc")
    harness.perform { $0.endInput() }
    #expect(harness.isOver)
    harness.answer(0, "late")
    #expect(harness.written() == [])
  }

  /// Counts the received bytes and requests the next piece from another thread.
  private final class Counter: ContentReceiver {
    let writer: ConnectionResponseWriter
    let count = Mutex(0)
    let aborted: @Sendable () -> Void

    init(_ writer: ConnectionResponseWriter, aborted: @escaping @Sendable () -> Void = {}) {
      self.writer = writer
      self.aborted = aborted
    }

    func receive(_ piece: [UInt8], isLast: Bool, taken: @escaping @Sendable () -> Void) {
      let sum = count.withLock { count in
        count += piece.count
        return count
      }
      if isLast { return writer.send("\(sum)") }
      DispatchQueue.global().async(execute: taken)
    }

    func abort() { aborted() }
  }

  @Test("Streamed content of any length and framing reaches its receiver over a socket")
  func live() throws {
    try LiveServer.run(configure: { $0.limits = Self.limits }) { request, writer in
      request.contentFollows ? writer.receive(Counter(writer)) : echo(request, writer)
    } _: { live in
      let client = try live.client()
      for count in [1, 65_536, 700_000] {
        let bytes = String(repeating: "x", count: count)
        try client.send("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n\(bytes)")
        #expect(try client.answer() == .ok("\(count)"))
        let size = String(count, radix: 16)
        try client.send(
          "POST /in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n\(bytes)\r\n0\r\n\r\n")
        #expect(try client.answer() == .ok("\(count)"))
      }
      #expect(try client.exchange("/next") == .ok("/next"))
    }
  }

  @Test("The receiver of streamed content is notified when the client resets the connection")
  func disconnect() throws {
    let aborted = DispatchSemaphore(value: 0)
    try LiveServer.run(configure: { $0.limits = Self.limits }) { _, writer in
      writer.receive(Counter(writer) { aborted.signal() })
    } _: { live in
      let client = try live.client()
      try client.send(Self.head + "Expect: 100-continue\r\n\r\n")
      #expect(try client.answer() == .continue100)
      client.reset()
      #expect(aborted.wait(timeout: .now() + 10) == .success)
    }
  }
}
