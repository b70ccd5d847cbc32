import Reduction
import ReductionTesting
import Testing

@Suite("TestStore and time")
struct TestStoreTimeTests {
  let failures = Log<TestFailure>()
  let store: TestStore<[Int], Step, Void>

  init() {
    store = TestStore([], reducer: steps, environment: ()) { [failures] in failures.append($0) }
  }

  var messages: [String] { failures.entries.map(\.message) }

  @Test("a pending effect that was not named fails at the end")
  func unnamedPending() {
    store.send(.later("a", .seconds(1), []))
    store.finish()
    #expect(
      messages == [
        "finish(): chain(0, []) (id a, after 1.0 seconds) is pending and was not expected. Call expectDelayed(…)."
      ])
  }

  @Test("a pending effect that was named does not fail at the end")
  func namedPending() {
    store.send(.later("a", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(1))
    store.finish()
    #expect(messages == [])
  }

  @Test("naming one of two pending effects leaves the other")
  func oneNamed() {
    store.send(.later("a", .seconds(1), []))
    store.send(.later("b", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
    store.finish()
    #expect(messages.count == 1)
    #expect(messages.first?.contains("id a") == true)
  }

  @Test("naming a pending effect with another id, delay or action fails")
  func wrongPending() {
    store.send(.later("a", .seconds(1), []))
    store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(2))
    store.expectDelayed(.add(1), id: "a", after: .seconds(1))
    store.finish()
    #expect(messages.count == 3)
  }

  @Test("an effect that is due and was not received fails the next step and the end")
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

  @Test("what is due is received in the order of time")
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

  @Test("what a due action asks for counts from when it was due")
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

  @Test("what is sent after an advance counts from then")
  func sentLater() {
    store.advance(by: .seconds(5))
    store.send(.later("a", .seconds(1), []))
    store.receive(.chain(0, []))
    store.advance(by: .seconds(1))
    store.receive(.chain(0, [])) { $0 = [0] }
    store.finish()
    #expect(messages.count == 1)
  }

  @Test("an unnamed cancellation fails at the end")
  func unnamedCancellation() {
    store.send(.later("a", .seconds(1), []))
    store.send(.cancel("a"))
    store.finish()
    #expect(messages == ["finish(): the cancellation of a was not expected. Call expectCancelled(…)."])
  }

  @Test("a named cancellation does not fail, and nothing is left to come")
  func namedCancellation() {
    store.send(.later("a", .seconds(1), []))
    store.send(.cancel("a"))
    store.expectCancelled("a")
    store.advance(by: .seconds(1))
    store.finish()
    #expect(messages == [])
  }

  @Test("an effect that takes the place of another cancels it")
  func replaced() {
    store.send(.later("a", .seconds(1), []))
    store.send(.later("a", .seconds(2), [.add(1)]))
    store.expectCancelled("a")
    store.expectDelayed(.chain(0, [.add(1)]), id: "a", after: .seconds(2))
    store.finish()
    #expect(messages == [])
  }

  @Test("cancelling what is not pending is nothing to name; naming it, or another id, fails")
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

  @Test("when what was fed back is refused, the action it came from is undone with all it asked for, as in a store")
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

  @Test("a delayed action that is refused leaves what was there before it")
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
