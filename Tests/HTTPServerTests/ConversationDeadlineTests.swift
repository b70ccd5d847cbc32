import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation's time")
struct ConversationDeadlineTests {
  let rehearsal = Rehearsal()

  @Test("is 75 seconds before a first byte")
  func startsIdle() {
    #expect(rehearsal.wait(seconds: 74.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("is 75 seconds from an answer to the next request")
  func idlesAfterAnswer() {
    rehearsal.receive(get)
    #expect(rehearsal.wait(seconds: 50) == nil)
    rehearsal.answer(0, "")
    #expect(rehearsal.wait(seconds: 74.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("is ten seconds for a header, however often a byte comes")
  func limitsHeader() {
    for byte in "GET / HTT" {
      rehearsal.receive(String(byte))
      #expect(rehearsal.wait(seconds: 1) == nil)
    }
    rehearsal.receive("P")
    #expect(rehearsal.wait(seconds: 1).status == 408)
  }

  @Test("begins anew with each header")
  func renewsForNextHeader() {
    rehearsal.receive("GET ")
    #expect(rehearsal.wait(seconds: 9) == nil)
    rehearsal.receive(get.dropFirst(4) + "GET ")
    rehearsal.answer(0, "")
    #expect(rehearsal.wait(seconds: 9) == nil)
    #expect(rehearsal.wait(seconds: 1).status == 408)
  }

  @Test("for a header does not begin anew with the answer to an earlier request")
  func answerDoesNotRenewHeader() {
    rehearsal.receive(get + "GET ")
    #expect(rehearsal.wait(seconds: 9) == nil)
    rehearsal.answer(0, "")
    #expect(rehearsal.wait(seconds: 1).status == 408)
  }

  @Test("is thirty seconds for the content, from the end of the header")
  func limitsBody() {
    rehearsal.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Len")
    #expect(rehearsal.wait(seconds: 9) == nil)
    rehearsal.receive("gth: 5\r\n\r\n")
    for _ in 0..<3 {
      #expect(rehearsal.wait(seconds: 9) == nil)
      rehearsal.receive("x")
    }
    #expect(rehearsal.wait(seconds: 2.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1).status == 408)
  }

  @Test("ends with a refusal that is answered in its turn")
  func refusesLateHeaderInOrder() {
    rehearsal.receive(get + "GET ")
    guard case .refusal(let error, let number) = rehearsal.wait(seconds: 10) else {
      Issue.record("The header's time has not passed.")
      return
    }
    #expect(error.code == "request-timeout")
    rehearsal.answer(number, "late", status: 408, closes: true)
    #expect(rehearsal.written() == [])
    rehearsal.answer(0, "first")
    #expect(rehearsal.written() == [.ok("first"), ReceivedAnswer(status: 408, body: "late", connection: "close")])
  }

  @Test("is twenty seconds for a client that takes none of its answer")
  func limitsStalledWrite() {
    rehearsal.receive(get)
    rehearsal.answer(0, "")
    rehearsal.perform { $0.keepUnsent([1, 2, 3]) }
    #expect(rehearsal.wait(seconds: 19) == nil)
    rehearsal.perform { $0.didSend(1) }
    #expect(rehearsal.wait(seconds: 19) == nil)
    rehearsal.perform { $0.didSend(0) }
    #expect(rehearsal.wait(seconds: 1) == .close)
  }

  @Test("is sixty seconds for a responder that does not answer")
  func limitsAnswer() {
    rehearsal.receive(get)
    #expect(rehearsal.wait(seconds: 59.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("is five seconds after the last answer has left")
  func limitsLingering() {
    rehearsal.receive("nonsense\r\n\r\n")
    rehearsal.perform { $0.linger() }
    #expect(rehearsal.wait(seconds: 4.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("is one second after the last answer has left when the server drains")
  func limitsLingeringWhileDraining() {
    rehearsal.perform { $0.drain() }
    rehearsal.receive(get)
    rehearsal.answer(0, "last")
    rehearsal.perform { $0.linger() }
    #expect(rehearsal.wait(seconds: 0.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }
}

extension HTTPConnectionState.Expiry? {
  /// The status of a refusal; nil for everything else.
  fileprivate var status: Int? {
    guard case .refusal(let error, _) = self else { return nil }
    return error.status
  }
}
