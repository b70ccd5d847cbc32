import HTTP
import Testing

@testable import HTTPServer

@Suite("A conversation's time")
struct ConversationDeadlineTests {
  let harness = ConnectionHarness()

  @Test("is 75 seconds before a first byte")
  func startsIdle() {
    #expect(harness.wait(seconds: 74.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("is 75 seconds from an answer to the next request")
  func idlesAfterAnswer() {
    harness.receive(get)
    #expect(harness.wait(seconds: 50) == nil)
    harness.answer(0, "")
    #expect(harness.wait(seconds: 74.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("is ten seconds for a header, however often a byte comes")
  func limitsHeader() {
    for byte in "GET / HTT" {
      harness.receive(String(byte))
      #expect(harness.wait(seconds: 1) == nil)
    }
    harness.receive("P")
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("begins anew with each header")
  func renewsForNextHeader() {
    harness.receive("GET ")
    #expect(harness.wait(seconds: 9) == nil)
    harness.receive(get.dropFirst(4) + "GET ")
    harness.answer(0, "")
    #expect(harness.wait(seconds: 9) == nil)
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("for a header does not begin anew with the answer to an earlier request")
  func answerDoesNotRenewHeader() {
    harness.receive(get + "GET ")
    #expect(harness.wait(seconds: 9) == nil)
    harness.answer(0, "")
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("is thirty seconds for the content, from the end of the header")
  func limitsBody() {
    harness.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Len")
    #expect(harness.wait(seconds: 9) == nil)
    harness.receive("gth: 5\r\n\r\n")
    for _ in 0..<3 {
      #expect(harness.wait(seconds: 9) == nil)
      harness.receive("x")
    }
    #expect(harness.wait(seconds: 2.9) == nil)
    #expect(harness.wait(seconds: 0.1).status == 408)
  }

  @Test("ends with a refusal that is answered in its turn")
  func refusesLateHeaderInOrder() {
    harness.receive(get + "GET ")
    guard case .refusal(let error, let number) = harness.wait(seconds: 10) else {
      Issue.record("The header's time has not passed.")
      return
    }
    #expect(error.code == "request-timeout")
    harness.answer(number, "late", status: 408, closes: true)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), ReceivedAnswer(status: 408, body: "late", connection: "close")])
  }

  @Test("is twenty seconds for a client that takes none of its answer")
  func limitsStalledWrite() {
    harness.receive(get)
    harness.answer(0, "")
    harness.perform { $0.keepUnsent([1, 2, 3]) }
    #expect(harness.wait(seconds: 19) == nil)
    harness.perform { $0.didSend(1) }
    #expect(harness.wait(seconds: 19) == nil)
    harness.perform { $0.didSend(0) }
    #expect(harness.wait(seconds: 1) == .close)
  }

  @Test("is sixty seconds for a responder that does not answer")
  func limitsAnswer() {
    harness.receive(get)
    #expect(harness.wait(seconds: 59.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("is five seconds after the last answer has left")
  func limitsLingering() {
    harness.receive("nonsense\r\n\r\n")
    harness.perform { $0.linger() }
    #expect(harness.wait(seconds: 4.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("is one second after the last answer has left when the server drains")
  func limitsLingeringWhileDraining() {
    harness.perform { $0.drain() }
    harness.receive(get)
    harness.answer(0, "last")
    harness.perform { $0.linger() }
    #expect(harness.wait(seconds: 0.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }
}

extension HTTPConnectionState.Expiry? {
  /// The status of a refusal; nil for everything else.
  fileprivate var status: Int? {
    guard case .refusal(let error, _) = self else { return nil }
    return error.status
  }
}
