import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation")
struct HTTPConnectionStateTests {
  let rehearsal = Rehearsal()

  @Test("writes answers in the order of the requests, whatever the order in which they come")
  func keepsOrder() {
    rehearsal.receive(get + get + get)
    rehearsal.answer(2, "third")
    rehearsal.answer(1, "second")
    #expect(rehearsal.written() == [])
    rehearsal.answer(0, "first")
    #expect(rehearsal.written() == [.ok("first"), .ok("second"), .ok("third")])
  }

  @Test("drops a second answer to the same request")
  func answersOnce() {
    rehearsal.receive(get + get)
    rehearsal.answer(1, "second")
    rehearsal.answer(1, "again")
    rehearsal.answer(0, "first")
    rehearsal.answer(0, "again")
    #expect(rehearsal.written() == [.ok("first"), .ok("second")])
  }

  @Test("takes a request in pieces")
  func takesPieces() {
    for byte in get { rehearsal.receive(String(byte)) }
    #expect(rehearsal.requests == [0])
  }

  @Test("takes sixteen requests without an answer, and the next after one")
  func stopsAtSixteen() {
    let rest = rehearsal.receive(String(repeating: get, count: 18))
    #expect(rehearsal.requests == Array(0..<16))
    #expect(rest == get + get)
    #expect(!rehearsal.wantsInput)
    rehearsal.answer(0, "")
    #expect(rehearsal.receive(rest) == get)
    #expect(rehearsal.requests == Array(0..<17))
  }

  @Test("takes nothing while too much of its output is unsent")
  func stopsWhenClogged() {
    var limits = Server.Limits()
    limits.unsentBytes = 10
    let rehearsal = Rehearsal(limits: limits)
    rehearsal.perform { $0.keepUnsent([UInt8](repeating: 0, count: 10)) }
    #expect(rehearsal.receive(get) == get)
    rehearsal.perform { $0.didSend(1) }
    #expect(rehearsal.receive(get) == "")
  }

  @Test("keeps what is unsent in order, and not what has gone")
  func keepsUnsent() {
    for byte in 0..<UInt8(100) {
      rehearsal.perform {
        $0.keepUnsent([byte, byte])
        $0.didSend(byte == 0 ? 1 : 2)
      }
      #expect(rehearsal.unsent.rest == [byte])
      #expect(rehearsal.unsent.kept < 8)
    }
  }

  @Test("stops taking requests when their answers fill the output")
  func stopsWhenOutputIsFull() {
    var limits = Server.Limits()
    limits.unsentBytes = 10
    let rehearsal = Rehearsal(limits: limits)
    rehearsal.receive(get)
    rehearsal.answer(0, "more than ten bytes")
    #expect(rehearsal.receive(get) == get)
  }

  @Test("says that it closes with the answer to a request that asks for it, and reads no further")
  func closesOnRequest() {
    rehearsal.receive(get + "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get)
    #expect(rehearsal.requests == [0, 1])
    rehearsal.answer(0, "first")
    rehearsal.answer(1, "last")
    #expect(rehearsal.written() == [.ok("first"), .ok("last", connection: "close")])
    #expect(rehearsal.isOver)
  }

  @Test("ends with an answer that closes, and drops the later ones")
  func closesOnAnswer() {
    rehearsal.receive(get + get)
    rehearsal.answer(1, "too late")
    rehearsal.answer(0, "last", closes: true)
    #expect(rehearsal.written() == [.ok("last", connection: "close")])
    #expect(rehearsal.isOver)
    #expect(rehearsal.receive(get) == get)
  }

  @Test("tells a client of HTTP/1.0 that the connection stays open, and closes when not asked to keep it")
  func speaksOldHTTP() {
    rehearsal.receive("GET /?q HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    rehearsal.receive("GET / HTTP/1.0\r\n\r\n")
    rehearsal.answer(0, "kept")
    rehearsal.answer(1, "closed")
    #expect(rehearsal.written() == [.ok("kept", connection: "keep-alive"), .ok("closed", connection: "close")])
  }

  @Test("answers HEAD without content")
  func answersHead() {
    rehearsal.receive(head + get)
    rehearsal.answer(0, "long")
    rehearsal.answer(1, "seen")
    var bytes = rehearsal.bytes()[...]
    #expect(ReceivedAnswer.take(from: &bytes, forHead: true) == .ok(""))
    #expect(ReceivedAnswer.take(from: &bytes) == .ok("seen"))
  }

  @Test("refuses once, after the answers to earlier requests, and takes nothing more")
  func refusesInOrder() {
    rehearsal.receive(get + "nonsense\r\n\r\n" + get)
    #expect(rehearsal.written() == [])
    rehearsal.answer(0, "first")
    #expect(rehearsal.written() == [.ok("first"), ReceivedAnswer(status: 400, body: "refused", connection: "close")])
    #expect(rehearsal.isOver)
    #expect(rehearsal.refusals.map(\.status) == [400])
  }

  @Test("asks for the content at once")
  func goesOn() {
    rehearsal.receive(expecting)
    #expect(rehearsal.written() == [.goOn])
    rehearsal.receive("hi")
    rehearsal.answer(0, "done")
    #expect(rehearsal.written() == [.ok("done")])
  }

  @Test("asks for the content only after the answers to earlier requests")
  func goesOnInOrder() {
    rehearsal.receive(get + expecting)
    #expect(rehearsal.written() == [])
    rehearsal.answer(0, "first")
    #expect(rehearsal.written() == [.ok("first"), .goOn])
  }

  @Test("does not ask for content that has come meanwhile")
  func doesNotGoOnTooLate() {
    rehearsal.receive(get + expecting)
    rehearsal.receive("hi")
    rehearsal.answer(0, "first")
    rehearsal.answer(1, "done")
    #expect(rehearsal.written() == [.ok("first"), .ok("done")])
  }

  private let expecting = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
}

@Suite("The end of a conversation")
struct ConversationEndTests {
  let rehearsal = Rehearsal()

  @Test("comes at once when the client closes between requests")
  func endsIdle() {
    rehearsal.perform { $0.endInput() }
    #expect(rehearsal.isOver)
  }

  @Test("waits for the answers when the client closes its sending side")
  func answersAfterHalfClose() {
    rehearsal.receive(get + get)
    rehearsal.perform { $0.endInput() }
    rehearsal.answer(0, "first")
    #expect(!rehearsal.isOver)
    rehearsal.answer(1, "last")
    #expect(rehearsal.isOver)
    #expect(rehearsal.written() == [.ok("first"), .ok("last", connection: "close")])
  }

  @Test("takes an incomplete request with it")
  func dropsIncomplete() {
    rehearsal.receive("GET / HTT")
    rehearsal.perform { $0.endInput() }
    #expect(rehearsal.isOver)
    #expect(rehearsal.written() == [])
  }

  @Test("comes with the open request when the server drains")
  func drainsAfterAnswer() {
    rehearsal.receive(get)
    rehearsal.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    #expect(!rehearsal.isOver)
    rehearsal.answer(0, "last")
    #expect(rehearsal.written() == [.ok("last", connection: "close")])
    #expect(rehearsal.isOver)
  }

  @Test("comes with the request that has begun when the server drains")
  func drainsAfterBegunRequest() {
    rehearsal.receive("GET / HTTP/1.1\r\n")
    rehearsal.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    rehearsal.receive("Host: a\r\n\r\n" + get)
    #expect(rehearsal.requests == [0])
    rehearsal.answer(0, "last")
    #expect(rehearsal.written() == [.ok("last", connection: "close")])
  }

  @Test("comes at once when the server drains between requests")
  func drainsIdle() {
    rehearsal.perform {
      $0.drain()
      $0.endBetweenRequests()
    }
    #expect(rehearsal.isOver)
  }
}
