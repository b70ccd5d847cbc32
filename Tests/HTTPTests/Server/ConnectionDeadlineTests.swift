import HTTP
import Testing

@testable import HTTPServer

@Suite("Connection deadlines")
struct ConnectionDeadlineTests {
  let harness = ConnectionHarness()

  @Test("A connection without a first byte is closed after 75 seconds")
  func startsIdle() {
    #expect(harness.wait(seconds: 74.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A connection without a further request is closed 75 seconds after the response")
  func idlesAfterAnswer() {
    harness.receive(get)
    #expect(harness.wait(seconds: 50) == nil)
    harness.answer(0, "")
    #expect(harness.wait(seconds: 74.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A header times out with 408 after 10 seconds although bytes keep arriving")
  func limitsHeader() {
    for byte in "GET / HTT" {
      harness.receive(String(byte))
      #expect(harness.wait(seconds: 1) == nil)
    }
    harness.receive("P")
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("The header timeout starts again with each header")
  func renewsForNextHeader() {
    harness.receive("GET ")
    #expect(harness.wait(seconds: 9) == nil)
    harness.receive(get.dropFirst(4) + "GET ")
    harness.answer(0, "")
    #expect(harness.wait(seconds: 9) == nil)
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("A response to an earlier request does not restart the header timeout")
  func answerDoesNotRenewHeader() {
    harness.receive(get + "GET ")
    #expect(harness.wait(seconds: 9) == nil)
    harness.answer(0, "")
    #expect(harness.wait(seconds: 1).status == 408)
  }

  @Test("Content times out with 408 after 30 seconds from the end of the header")
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

  @Test("The 408 of a late header is sent after the responses to earlier requests")
  func refusesLateHeaderInOrder() {
    harness.receive(get + "GET ")
    guard case .refusal(let error, let number) = harness.wait(seconds: 10) else {
      Issue.record("The header has not timed out.")
      return
    }
    #expect(error.code == "request-timeout")
    harness.answer(number, "late", status: 408, closes: true)
    #expect(harness.written() == [])
    harness.answer(0, "first")
    #expect(harness.written() == [.ok("first"), ReceivedAnswer(status: 408, body: "late", connection: "close")])
  }

  @Test("A client that reads no byte of its response for 20 seconds is disconnected")
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

  @Test("A connection is closed when the responder does not answer within 60 seconds")
  func limitsAnswer() {
    harness.receive(get)
    #expect(harness.wait(seconds: 59.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A connection lingers for 5 seconds after its last response")
  func limitsLingering() {
    harness.receive("nonsense\r\n\r\n")
    harness.perform { $0.linger() }
    #expect(harness.wait(seconds: 4.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A connection lingers for 1 second after its last response while the server drains")
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
  /// The status of an error response; nil for any other action.
  fileprivate var status: Int? {
    guard case .refusal(let error, _) = self else { return nil }
    return error.status
  }
}
