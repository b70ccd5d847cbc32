import HTTP
import Testing

@testable import HTTPServer

@Suite("The time of a stream, or of an answer that may be late,")
struct StreamDeadlineTests {
  let harness = ConnectionHarness()

  @Test("has a comment after fifteen seconds of silence, again and again, and no end")
  func beats() {
    stream()
    for _ in 0..<100 {
      #expect(harness.wait(seconds: 14.9) == nil)
      #expect(harness.wait(seconds: 0.1) == .heartbeat)
      harness.perform { _ = $0.queue(.heartbeat) }
      #expect(harness.takeEvents() == "4\r\n: \n\n\r\n")
    }
  }

  @Test("begins anew with every piece that the client took")
  func renewsSilence() {
    stream()
    #expect(harness.wait(seconds: 14) == nil)
    harness.queue("a")
    #expect(harness.takeEvents() != "")
    #expect(harness.wait(seconds: 14.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .heartbeat)
  }

  @Test("is twenty seconds for a client that takes nothing of what is queued, however much more is")
  func limitsStall() {
    stream()
    harness.queue("a")
    #expect(harness.wait(seconds: 19) == nil)
    harness.perform { $0.didSendEvents(1) }
    #expect(harness.wait(seconds: 19) == nil)
    harness.queue("b")
    #expect(harness.wait(seconds: 1) == .close)
  }

  @Test("is the answer's while the head of the stream waits for an earlier one")
  func waitsForEarlier() {
    harness.receive(get + get)
    harness.stream(1)
    harness.queue("a")
    #expect(harness.wait(seconds: 59.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("is what the reply asked for, longer or shorter", arguments: [5.0, 300.0])
  func expectsAnswer(seconds: Double) {
    harness.receive(get)
    harness.expectAnswer(0, seconds: seconds)
    #expect(harness.wait(seconds: seconds - 0.1) == nil)
    #expect(harness.wait(seconds: 0.1) == .close)
  }

  @Test("does not begin anew with another request")
  func keepsPatience() {
    harness.receive(get)
    harness.expectAnswer(0, seconds: 25)
    #expect(harness.wait(seconds: 20) == nil)
    harness.receive(get)
    #expect(harness.wait(seconds: 5) == .close)
  }

  @Test("ends with the fallback under the number of its request")
  func fallsBack() {
    harness.receive(get + get)
    harness.expectAnswer(1, seconds: 25, fallback: .empty(304))
    harness.answer(0, "first")
    #expect(harness.wait(seconds: 24.9) == nil)
    #expect(harness.wait(seconds: 0.1) == .fallback(number: 1))
  }

  @Test("is the usual one again for the next request")
  func forgetsPatience() {
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
