import Reduction
import ReductionTesting
import Testing

@Suite("Delayed effects in TestStore")
struct TestStoreTimeTests {
  let failures = Log<TestFailure>()
  let store: TestStore<[Int], Step, Void>

  init() {
    store = TestStore([], reducer: steps, environment: ()) { [failures] in failures.append($0) }
  }

  var messages: [String] { failures.entries.map(\.message) }

  @Test("An unexpected pending effect fails `finish`")
  func unnamedPending() {
    store.send(.later("a", .seconds(1), []))
    store.finish()
    #expect(
      messages == [
        "finish(): chain(0, []) (id a, after 1.0 seconds) is pending and was not expected. Call expectDelayed(…)."
      ])
  }

  @Test("An expected pending effect does not fail `finish`")
  func namedPending() {
    store.send(.later("a", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(1))
    store.finish()
    #expect(messages == [])
  }

  @Test("Expecting one of two pending effects leaves the other unexpected")
  func oneNamed() {
    store.send(.later("a", .seconds(1), []))
    store.send(.later("b", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
    store.finish()
    #expect(messages.count == 1)
    #expect(messages.first?.contains("id a") == true)
  }

  @Test("Expecting a pending effect with another id, delay or action fails the test")
  func wrongPending() {
    store.send(.later("a", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(2))
    store.expectDelayed(.add(1), id: "a", after: .seconds(1))
    store.finish()
    #expect(messages.count == 3)
  }

  @Test("A due effect that is not received fails the next step and `finish`")
  func dueUnreceived() {
    store.send(.later("a", .seconds(1), []))
    store.advance(by: .seconds(1))
    store.send(.output("out"))
    store.expectOutput(Note("out"))
    store.finish()
    #expect(
      messages
        == ["send(output(ReductionTests.Note(text: \"out\")))", "finish()"].map {
          "\($0): chain(0, []) (id a, after 1.0 seconds) is due and was not received. Call receive(…) first."
        })
  }

  @Test("Due effects are received in the order of their due times")
  func order() {
    store.send(.later("b", .seconds(2), [.add(2)]))
    store.send(.later("a", .seconds(1), [.add(1)]))
    store.advance(by: .seconds(2))
    store.receive(.chain(0, [.add(1)])) { $0 = [0] }
    store.receive(.add(1)) { $0 = [0, 1] }
    store.receive(.chain(0, [.add(2)])) { $0 = [0, 1, 0] }
    store.receive(.add(2)) { $0 = [0, 1, 0, 2] }
    store.finish()
    #expect(messages == [])
  }

  @Test("The delay of an effect from a due action counts from the due time")
  func nestedDelay() {
    let again = Step.later("a", .seconds(1), [])
    store.send(.later("a", .seconds(1), [again]))
    store.advance(by: .seconds(2))
    store.receive(.chain(0, [again])) { $0 = [0] }
    store.receive(again)
    store.receive(.chain(0, [])) { $0 = [0, 0] }
    store.finish()
    #expect(messages == [])
  }

  @Test("The delay of an effect that is sent after an advance counts from that time")
  func sentLater() {
    store.advance(by: .seconds(5))
    store.send(.later("a", .seconds(1), []))
    store.receive(.chain(0, []))
    store.advance(by: .seconds(1))
    store.receive(.chain(0, [])) { $0 = [0] }
    store.finish()
    #expect(messages.count == 1)
  }

  @Test("An unexpected cancellation fails `finish`")
  func unnamedCancellation() {
    store.send(.later("a", .seconds(1), []))
    store.send(.cancel("a"))
    store.finish()
    #expect(messages == ["finish(): the cancellation of a was not expected. Call expectCancelled(…)."])
  }

  @Test("An expected cancellation does not fail, and its effect does not become due")
  func namedCancellation() {
    store.send(.later("a", .seconds(1), []))
    store.send(.cancel("a"))
    store.expectCancelled("a")
    store.advance(by: .seconds(1))
    store.finish()
    #expect(messages == [])
  }

  @Test("A new effect cancels the pending effect with the same id")
  func replaced() {
    store.send(.later("a", .seconds(1), []))
    store.send(.later("a", .seconds(2), [.add(1)]))
    store.expectCancelled("a")
    store.expectDelayed(.chain(0, [.add(1)]), id: "a", after: .seconds(2))
    store.finish()
    #expect(messages == [])
  }

  @Test("Expecting a cancellation that did not happen, or of another id, fails the test")
  func wrongCancellation() {
    store.send(.cancel("a"))
    store.expectCancelled("a")
    store.send(.later("b", .seconds(1), []))
    store.send(.cancel("b"))
    store.expectCancelled("c")
    store.finish()
    #expect(
      messages == ["expectCancelled(a): nothing pending was cancelled.", "expectCancelled(c): b was cancelled."])
  }

  @Test("The refusal of a fed-back action rolls back the original action and its effects")
  func refusedFeedback() {
    store.send(.chain(1, [.output("out"), .later("a", .seconds(1), []), .addAndRefuse(2)])) { $0 = [1] }
    store.receive(.output("out"))
    store.receive(.later("a", .seconds(1), []))
    store.receive(.addAndRefuse(2))
    store.expectRefusal(code: "refused")
    #expect(store.state == [])
    store.finish()
    #expect(messages == [])
  }

  @Test("The refusal of a delayed action restores the state before it")
  func refusedDelayed() {
    let later = Step.later("a", .seconds(1), [.addAndRefuse(2)])
    store.send(.chain(1, [later])) { $0 = [1] }
    store.receive(later)
    store.advance(by: .seconds(1))
    store.receive(.chain(0, [.addAndRefuse(2)])) { $0 = [1, 0] }
    store.receive(.addAndRefuse(2))
    store.expectRefusal(code: "refused")
    #expect(store.state == [1])
    store.finish()
    #expect(messages == [])
  }
}
