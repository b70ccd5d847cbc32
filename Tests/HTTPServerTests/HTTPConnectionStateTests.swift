import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation")
struct HTTPConnectionStateTests {
  let harness = ConnectionHarness()

  @Test("writes answers in the order of the requests, whatever the order in which they come")
  func keepsOrder() {
    harness.receive(get + get + get)
    harness.answer(2, "third")
    harness.answer(1, "second")
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), .ok("second"), .ok("third")])
  }

  @Test("drops a second answer to the same request")
  func answersOnce() {
    harness.receive(get + get)
    harness.answer(1, "second")
    harness.answer(1, "again")
    harness.answer(0, "first")
    harness.answer(0, "again")
    #expect(harness.written() == [.ok("first"), .ok("second")])
  }

  @Test("takes a request in pieces")
  func takesPieces() {
    for byte in get { harness.receive(String(byte)) }
    #expect(harness.requests == [0])
  }

  @Test("takes sixteen requests without an answer, and the next after one")
  func stopsAtSixteen() {
    let rest = harness.receive(String(repeating: get, count: 18))
    #expect(harness.requests == Array(0..<16))
    #expect(rest == get + get)
    #expect(!harness.wantsInput)
    harness.answer(0, "")
    #expect(harness.receive(rest) == get)
    #expect(harness.requests == Array(0..<17))
  }

  @Test("takes nothing while too much of its output is unsent")
  func stopsWhenClogged() {
    var limits = HTTPServer.Limits()
    limits.unsentBytes = 10
    let harness = ConnectionHarness(limits: limits)
    harness.perform { $0.keepUnsent([UInt8](repeating: 0, count: 10)) }
    #expect(harness.receive(get) == get)
    harness.perform { $0.didSend(1) }
    #expect(harness.receive(get) == "")
  }

  @Test("keeps what is unsent in order, and not what has gone")
  func keepsUnsent() {
    for byte in 0..<UInt8(100) {
      harness.perform {
        $0.keepUnsent([byte, byte])
        $0.didSend(byte == 0 ? 1 : 2)
      }
      #expect(harness.unsent.rest == [byte])
      #expect(harness.unsent.kept < 8)
    }
  }

  @Test("stops taking requests when their answers fill the output")
  func stopsWhenOutputIsFull() {
    var limits = HTTPServer.Limits()
    limits.unsentBytes = 10
    let harness = ConnectionHarness(limits: limits)
    harness.receive(get)
    harness.answer(0, "more than ten bytes")
    #expect(harness.receive(get) == get)
  }

  @Test("stores answers while too much of its output is unsent, and writes them in order when there is room")
  func storesAnswers() {
    var limits = HTTPServer.Limits()
    limits.unsentBytes = 10
    let harness = ConnectionHarness(limits: limits)
    harness.receive(get + get + get)
    harness.perform { $0.keepUnsent([UInt8](repeating: 0, count: 10)) }
    harness.answer(0, "first")
    harness.answer(2, "third")
    harness.answer(1, "second")
    harness.writeStored()
    #expect(harness.written() == [])
    harness.perform { $0.didSend(10) }
    harness.writeStored()
    #expect(harness.written() == [.ok("first")])
    harness.writeStored()
    #expect(harness.written() == [.ok("second")])
  }

  @Test("says that it closes with the answer to a request that asks for it, and reads no further")
  func closesOnRequest() {
    harness.receive(get + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
    #expect(harness.requests == [0, 1])
    harness.answer(0, "first")
    harness.answer(1, "last")
    #expect(harness.written() == [.ok("first"), .ok("last", connection: "close")])
    #expect(harness.isOver)
  }

  @Test("ends with an answer that closes, and drops the later ones")
  func closesOnAnswer() {
    harness.receive(get + get)
    harness.answer(1, "too late")
    harness.answer(0, "last", closes: true)
    #expect(harness.written() == [.ok("last", connection: "close")])
    #expect(harness.isOver)
    #expect(harness.receive(get) == get)
  }

  @Test("tells a client of HTTP/1.0 that the connection stays open, and closes when not asked to keep it")
  func speaksOldHTTP() {
    harness.receive("GET /?q HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    harness.receive("GET / HTTP/1.0\r\n\r\n")
    harness.answer(0, "kept")
    harness.answer(1, "closed")
    #expect(harness.written() == [.ok("kept", connection: "keep-alive"), .ok("closed", connection: "close")])
  }

  @Test("answers HEAD without content")
  func answersHead() {
    harness.receive(head + get)
    harness.answer(0, "long")
    harness.answer(1, "seen")
    var bytes = harness.bytes()[...]
    #expect(ReceivedAnswer.take(from: &bytes, forHead: true) == .ok(""))
    #expect(ReceivedAnswer.take(from: &bytes) == .ok("seen"))
  }

  @Test("refuses once, after the answers to earlier requests, and takes nothing more")
  func refusesInOrder() {
    harness.receive(get + "nonsense\r\n\r\n" + get)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), ReceivedAnswer(status: 400, body: "refused", connection: "close")])
    #expect(harness.isOver)
    #expect(harness.refusals.map(\.status) == [400])
  }

  @Test("asks for the content at once")
  func goesOn() {
    harness.receive(expecting)
    #expect(harness.written() == [.goOn])
    harness.receive("hi")
    harness.answer(0, "done")
    #expect(harness.written() == [.ok("done")])
  }

  @Test("asks for the content only after the answers to earlier requests")
  func goesOnInOrder() {
    harness.receive(get + expecting)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), .goOn])
  }

  @Test("does not ask for content that has come meanwhile")
  func doesNotGoOnTooLate() {
    harness.receive(get + expecting)
    harness.receive("hi")
    harness.answer(0, "first")
    harness.answer(1, "done")
    #expect(harness.written() == [.ok("first"), .ok("done")])
  }

  private let expecting = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
}

@Suite("The end of a conversation")
struct ConversationEndTests {
  let harness = ConnectionHarness()

  @Test("comes at once when the client closes between requests")
  func endsIdle() {
    harness.perform { $0.endInput() }
    #expect(harness.isOver)
  }

  @Test("waits for the answers when the client closes its sending side")
  func answersAfterHalfClose() {
    harness.receive(get + get)
    harness.perform { $0.endInput() }
    harness.answer(0, "first")
    #expect(!harness.isOver)
    harness.answer(1, "last")
    #expect(harness.isOver)
    #expect(harness.written() == [.ok("first"), .ok("last", connection: "close")])
  }

  @Test("takes an incomplete request with it")
  func dropsIncomplete() {
    harness.receive("GET / HTT")
    harness.perform { $0.endInput() }
    #expect(harness.isOver)
    #expect(harness.written() == [])
  }

  @Test("comes with the open request when the server drains")
  func drainsAfterAnswer() {
    harness.receive(get)
    harness.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    #expect(!harness.isOver)
    harness.answer(0, "last")
    #expect(harness.written() == [.ok("last", connection: "close")])
    #expect(harness.isOver)
  }

  @Test("comes with the request that has begun when the server drains")
  func drainsAfterBegunRequest() {
    harness.receive("GET / HTTP/1.1\r\n")
    harness.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    harness.receive("Host: a\r\n\r\n" + get)
    #expect(harness.requests == [0])
    harness.answer(0, "last")
    #expect(harness.written() == [.ok("last", connection: "close")])
  }

  @Test("comes at once when the server drains between requests")
  func drainsIdle() {
    harness.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    #expect(harness.isOver)
  }
}
