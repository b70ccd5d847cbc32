import HTTP
import Testing

@testable import HTTPServer

@Suite("The time of a stream, or of an answer that may be late,")
struct StreamDeadlineTests {
  let rehearsal = Rehearsal()

  @Test("has a comment after fifteen seconds of silence, again and again, and no end")
  func beats() {
    stream()
    for _ in 0..<100 {
      #expect(rehearsal.wait(seconds: 14.9) == nil)
      #expect(rehearsal.wait(seconds: 0.1) == .heartbeat)
      rehearsal.perform { _ = $0.queue(.heartbeat) }
      #expect(rehearsal.takeEvents() == "4\r\n: \n\n\r\n")
    }
  }

  @Test("begins anew with every piece that the client took")
  func renewsSilence() {
    stream()
    #expect(rehearsal.wait(seconds: 14) == nil)
    rehearsal.queue("a")
    #expect(rehearsal.takeEvents() != "")
    #expect(rehearsal.wait(seconds: 14.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .heartbeat)
  }

  @Test("is twenty seconds for a client that takes nothing of what is queued, however much more is")
  func limitsStall() {
    stream()
    rehearsal.queue("a")
    #expect(rehearsal.wait(seconds: 19) == nil)
    rehearsal.perform { $0.didSendEvents(1) }
    #expect(rehearsal.wait(seconds: 19) == nil)
    rehearsal.queue("b")
    #expect(rehearsal.wait(seconds: 1) == .close)
  }

  @Test("is the answer's while the head of the stream waits for an earlier one")
  func waitsForEarlier() {
    rehearsal.receive(get + get)
    rehearsal.stream(1)
    rehearsal.queue("a")
    #expect(rehearsal.wait(seconds: 59.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("is what the reply asked for, longer or shorter", arguments: [5.0, 300.0])
  func expectsAnswer(seconds: Double) {
    rehearsal.receive(get)
    rehearsal.expectAnswer(0, seconds: seconds)
    #expect(rehearsal.wait(seconds: seconds - 0.1) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  @Test("does not begin anew with another request")
  func keepsPatience() {
    rehearsal.receive(get)
    rehearsal.expectAnswer(0, seconds: 25)
    #expect(rehearsal.wait(seconds: 20) == nil)
    rehearsal.receive(get)
    #expect(rehearsal.wait(seconds: 5) == .close)
  }

  @Test("ends with the fallback under the number of its request")
  func fallsBack() {
    rehearsal.receive(get + get)
    rehearsal.expectAnswer(1, seconds: 25, fallback: .empty(304))
    rehearsal.answer(0, "first")
    #expect(rehearsal.wait(seconds: 24.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .fallback(number: 1))
  }

  @Test("is the usual one again for the next request")
  func forgetsPatience() {
    rehearsal.receive(get)
    rehearsal.expectAnswer(0, seconds: 300)
    rehearsal.answer(0, "")
    rehearsal.receive(get)
    rehearsal.expectAnswer(0, seconds: 300)
    #expect(rehearsal.wait(seconds: 59.9) == nil)
    #expect(rehearsal.wait(seconds: 0.1) == .close)
  }

  private func stream() {
    rehearsal.receive(get)
    rehearsal.stream(0)
  }
}
