import HTTP
import Testing

@testable import HTTPServer

@Suite("The connection state machine")
struct HTTPConnectionStateTests {
  let harness = ConnectionHarness()

  @Test("Responses are written in the order of the requests")
  func keepsOrder() {
    harness.receive(get + get + get)
    harness.answer(2, "third")
    harness.answer(1, "second")
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), .ok("second"), .ok("third")])
  }

  @Test("A second response to the same request is dropped")
  func answersOnce() {
    harness.receive(get + get)
    harness.answer(1, "second")
    harness.answer(1, "again")
    harness.answer(0, "first")
    harness.answer(0, "again")
    #expect(harness.written() == [.ok("first"), .ok("second")])
  }

  @Test("A request that arrives byte by byte is parsed")
  func takesPieces() {
    for byte in get { harness.receive(String(byte)) }
    #expect(harness.requests == [0])
  }

  @Test("Reading pauses at 16 unanswered requests and resumes after a response")
  func stopsAtSixteen() {
    let rest = harness.receive(String(repeating: get, count: 18))
    #expect(harness.requests == Array(0..<16))
    #expect(rest == get + get)
    #expect(!harness.wantsInput)
    harness.answer(0, "")
    #expect(harness.receive(rest) == get)
    #expect(harness.requests == Array(0..<17))
  }

  @Test("Reading pauses while too much output is unsent")
  func stopsWhenClogged() {
    var limits = HTTPServer.Limits()
    limits.unsentBytes = 10
    let harness = ConnectionHarness(limits: limits)
    harness.perform { $0.keepUnsent([UInt8](repeating: 0, count: 10)) }
    #expect(harness.receive(get) == get)
    harness.perform { $0.didSend(1) }
    #expect(harness.receive(get) == "")
  }

  @Test("Unsent output keeps its order and sent output is removed")
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

  @Test("Responses are stored while too much output is unsent and written in order later")
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

  @Test("A request with Connection: close is the last one on its connection")
  func closesOnRequest() {
    harness.receive(get + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
    #expect(harness.requests == [0, 1])
    harness.answer(0, "first")
    harness.answer(1, "last")
    #expect(harness.written() == [.ok("first"), .ok("last", connection: "close")])
    #expect(harness.isOver)
  }

  @Test("Responses after one that closes the connection are dropped")
  func closesOnAnswer() {
    harness.receive(get + get)
    harness.answer(1, "too late")
    harness.answer(0, "last", closes: true)
    #expect(harness.written() == [.ok("last", connection: "close")])
    #expect(harness.isOver)
    #expect(harness.receive(get) == get)
  }

  @Test("An HTTP/1.0 connection stays open only if the client sends Connection: keep-alive")
  func speaksOldHTTP() {
    harness.receive("GET /?q HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    harness.receive("GET / HTTP/1.0\r\n\r\n")
    harness.answer(0, "kept")
    harness.answer(1, "closed")
    #expect(harness.written() == [.ok("kept", connection: "keep-alive"), .ok("closed", connection: "close")])
  }

  @Test("A response to HEAD has no content")
  func answersHead() {
    harness.receive(head + get)
    harness.answer(0, "long")
    harness.answer(1, "seen")
    var bytes = harness.bytes()[...]
    #expect(ReceivedAnswer.popFirst(from: &bytes, forHead: true) == .ok(""))
    #expect(ReceivedAnswer.popFirst(from: &bytes) == .ok("seen"))
  }

  @Test("An invalid request is rejected after the earlier responses and ends the connection")
  func refusesInOrder() {
    harness.receive(get + "nonsense\r\n\r\n" + get)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), ReceivedAnswer(status: 400, body: "refused", connection: "close")])
    #expect(harness.isOver)
    #expect(harness.refusals.map(\.status) == [400])
  }

  @Test("A request with Expect: 100-continue is answered with 100 at once")
  func goesOn() {
    harness.receive(expecting)
    #expect(harness.written() == [.continue100])
    harness.receive("hi")
    harness.answer(0, "done")
    #expect(harness.written() == [.ok("done")])
  }

  @Test("The response 100 is sent after the responses to earlier requests")
  func goesOnInOrder() {
    harness.receive(get + expecting)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), .continue100])
  }

  @Test("The response 100 is not sent if the content has already arrived")
  func doesNotGoOnTooLate() {
    harness.receive(get + expecting)
    harness.receive("hi")
    harness.answer(0, "first")
    harness.answer(1, "done")
    #expect(harness.written() == [.ok("first"), .ok("done")])
  }

  private let expecting = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
}

@Suite("The end of a connection")
struct ConnectionEndTests {
  let harness = ConnectionHarness()

  @Test("A connection ends at once when the client closes it between requests")
  func endsIdle() {
    harness.perform { $0.endInput() }
    #expect(harness.isOver)
  }

  @Test("A connection whose sending side the client closes ends after all responses")
  func answersAfterHalfClose() {
    harness.receive(get + get)
    harness.perform { $0.endInput() }
    harness.answer(0, "first")
    #expect(!harness.isOver)
    harness.answer(1, "last")
    #expect(harness.isOver)
    #expect(harness.written() == [.ok("first"), .ok("last", connection: "close")])
  }

  @Test("An incomplete request is dropped when the client closes its sending side")
  func dropsIncomplete() {
    harness.receive("GET / HTT")
    harness.perform { $0.endInput() }
    #expect(harness.isOver)
    #expect(harness.written() == [])
  }

  @Test("A draining connection ends with the response to its open request")
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

  @Test("A partly received request is the last one on a draining connection")
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

  @Test("A connection between requests ends at once when the server drains")
  func drainsIdle() {
    harness.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    #expect(harness.isOver)
  }
}
