import HTTP
import Testing

@testable import HTTPServer

@Suite("Deadlines of streams and responses")
struct StreamDeadlineTests {
  let harness = ConnectionHarness()

  @Test("A silent stream sends a comment every 15 seconds and does not time out")
  func beats() {
    stream()
    for _ in 0..<100 {
      #expect(harness.wait(seconds: 14.9) == nil)
      #expect(harness.wait(seconds: 0.1) == .heartbeat)
      harness.perform { _ = $0.queue(.heartbeat) }
      #expect(harness.drainEvents() == "4\r\n: \n\n\r\n")
    }
  }

  @Test("A sent piece restarts the heartbeat interval of a stream")
  func renewsSilence() {
    stream()
    #expect(harness.wait(seconds: 14) == nil)
    harness.queue("a")
    #expect(harness.drainEvents() != "")
    #expect(harness.wait(seconds: 14.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .heartbeat)
  }

  @Test("A client that reads no output for 20 seconds is disconnected although pieces are added")
  func limitsStall() {
    stream()
    harness.queue("a")
    #expect(harness.wait(seconds: 19) == nil)
    harness.perform { $0.didSendEvents(1) }
    #expect(harness.wait(seconds: 19) == nil)
    harness.queue("b")
    #expect(harness.wait(seconds: 1) == .close)
  }

  @Test("A stream behind an unanswered request is closed after the response timeout")
  func waitsForEarlier() {
    harness.receive(get + get)
    harness.stream(1)
    harness.queue("a")
    #expect(harness.wait(seconds: 59.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A deadline that the responder sets replaces the response timeout", arguments: [5.0, 300.0])
  func expectsAnswer(seconds: Double) {
    harness.receive(get)
    harness.expectAnswer(0, seconds: seconds)
    #expect(harness.wait(seconds: seconds - 0.1) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("A further request does not restart the deadline of the first one")
  func keepsDeadline() {
    harness.receive(get)
    harness.expectAnswer(0, seconds: 25)
    #expect(harness.wait(seconds: 20) == nil)
    harness.receive(get)
    #expect(harness.wait(seconds: 5) == .close)
  }

  @Test("The fallback is due at the deadline under the number of its request")
  func fallsBack() {
    harness.receive(get + get)
    harness.expectAnswer(1, seconds: 25, fallback: .empty(304))
    harness.answer(0, "first")
    #expect(harness.wait(seconds: 24.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .fallback(number: 1))
  }

  @Test("The timeout of the next request is the default again")
  func resetsDeadline() {
    harness.receive(get)
    harness.expectAnswer(0, seconds: 300)
    harness.answer(0, "")
    harness.receive(get)
    harness.expectAnswer(0, seconds: 300)
    #expect(harness.wait(seconds: 59.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  private func stream() {
    harness.receive(get)
    harness.stream(0)
  }
}
