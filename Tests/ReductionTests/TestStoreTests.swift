import Reduction
import ReductionTesting
import Testing

/// Checks for each kind of change and effect that the test store fails when the test does not expect it.
@Suite("TestStore")
struct TestStoreTests {
  let failures = Log<TestFailure>()

  func store(_ state: [Int] = []) -> TestStore<[Int], Step, Void> {
    TestStore(state, reducer: steps, environment: ()) { [failures] in failures.append($0) }
  }

  /// The first line of each failure.
  var messages: [String] {
    failures.entries.map { String($0.message.prefix { $0 != "\n" }) }
  }

  @Test("A test that expects every change and effect does not fail")
  func complete() {
    let store = store()
    store.send(.chain(1, [.add(2), .output("out"), .message(to: "s", "hello"), .later("a", .seconds(1), [])])) {
      $0 = [1]
    }
    store.receive(.add(2)) { $0 = [1, 2] }
    store.receive(.output("out"))
    store.receive(.message(to: "s", "hello"))
    store.receive(.later("a", .seconds(1), []))
    store.expectOutput(Note("out"))
    store.expectMessage(to: "s", Note("hello"))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(1))
    store.advance(by: .seconds(1))
    store.receive(.chain(0, [])) { $0 = [1, 2, 0] }
    store.send(.addAndRefuse(3))
    #expect(store.expectRefusal(code: "refused") == Step.refusal)
    store.finish()
    #expect(messages == [])
    #expect(store.state == [1, 2, 0])
  }

  @Test("An unexpected state change fails the test")
  func unnamedChange() {
    let store = store()
    store.send(.add(1))
    store.finish()
    #expect(messages == ["The state after add(1) differs (− expected, + actual):"])
  }

  @Test("An expected change that does not happen fails the test")
  func missingChange() {
    let store = store()
    store.send(.output("out")) { $0 = [1] }
    store.expectOutput(Note("out"))
    store.finish()
    #expect(messages.count == 1)
  }

  @Test("An expected change of a refused action fails the test")
  func changeOfRefused() {
    let store = store()
    store.send(.addAndRefuse(1)) { $0 = [1] }
    store.expectRefusal(code: "refused")
    store.finish()
    #expect(messages.count == 1)
    #expect(store.state == [])
  }

  @Test("A fed-back action that is not received fails the next steps and `finish`")
  func unreceived() {
    let store = store()
    store.send(.chain(1, [.add(2)])) { $0 = [1] }
    store.send(.add(3)) { $0 = [1, 3] }
    store.advance(by: .seconds(1))
    store.finish()
    #expect(
      messages
        == ["send(add(3))", "advance(by: 1.0 seconds)", "finish()"].map {
          "\($0): add(2) was fed back before this and not received. Call receive(…) first."
        })
  }

  @Test("Receiving another action than the one fed back fails the test")
  func receivedOther() {
    let store = store()
    store.send(.chain(1, [.add(2)])) { $0 = [1] }
    store.receive(.add(3)) { $0 = [1, 2] }
    store.finish()
    #expect(messages == ["receive(add(3)): a different action was received (− expected, + received):"])
  }

  @Test("An unexpected change of a received action fails the test")
  func receivedChange() {
    let store = store()
    store.send(.chain(1, [.add(2)])) { $0 = [1] }
    store.receive(.add(2))
    store.finish()
    #expect(messages == ["The state after add(2) differs (− expected, + actual):"])
  }

  @Test("Receiving without a fed-back action fails the test and lists the pending effects")
  func nothingToReceive() {
    let store = store()
    store.receive(.add(1))
    store.send(.later("a", .seconds(2), []))
    store.advance(by: .seconds(1))
    store.receive(.chain(0, []))
    store.expectDelayed(.chain(0, []), id: "a", after: .seconds(2))
    store.finish()
    #expect(
      messages == [
        "receive(add(1)): no action was fed back, and no delayed action is due.",
        "receive(chain(0, [])): no action was fed back, and no delayed action is due. "
          + "Pending: chain(0, []) (id a, after 2.0 seconds).",
      ])
  }

  @Test("An unexpected output fails the test")
  func unnamedOutput() {
    let store = store()
    store.send(.output("out"))
    store.finish()
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("finish(): the output Note(") == true)
  }

  @Test("A different output, an output of another type and an absent output fail the test", arguments: [false, true])
  func wrongOutput(isOtherType: Bool) {
    let store = store()
    store.send(.output("out"))
    if isOtherType { store.expectOutput(OtherNote(number: 1)) } else { store.expectOutput(Note("other")) }
    store.expectOutput(Note("out"))
    store.finish()
    #expect(messages.count == 2)
    #expect(messages.first == "expectOutput: a different one was sent (− expected, + sent):")
    #expect(messages.last?.hasSuffix("no output was sent.") == true)
  }

  @Test("An unexpected message fails the test")
  func unnamedMessage() {
    let store = store()
    store.send(.message(to: "s", "hello"))
    store.finish()
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix("to s was not expected. Call expectMessage(…).") == true)
  }

  @Test("A different message, a different recipient and an absent message fail the test")
  func wrongMessage() {
    let store = store()
    store.send(.message(to: "s", "hello"))
    store.expectMessage(to: "t", Note("bye"))
    store.expectMessage(to: "s", Note("hello"))
    store.finish()
    #expect(messages.count == 3)
    #expect(messages.first?.hasSuffix("it went to s, not to t.") == true)
    #expect(messages.last?.hasSuffix("no message was sent.") == true)
  }

  @Test(
    "An unexpected refusal fails the next step", arguments: ["send(add(1))", "advance(by: 1.0 seconds)", "finish()"])
  func unnamedRefusal(step: String) {
    let store = store()
    store.send(.addAndRefuse(1))
    switch step {
    case "send(add(1))": store.send(.add(1)) { $0 = [1] }
    case "advance(by: 1.0 seconds)": store.advance(by: .seconds(1))
    default: break
    }
    store.finish()
    #expect(
      messages == [
        "\(step): addAndRefuse(1) was refused before this (refused: The test wants a refusal.). "
          + "Call expectRefusal(…) first."
      ])
  }

  @Test("A refusal with another code and an absent refusal fail the test")
  func wrongRefusal() {
    let store = store()
    store.send(.addAndRefuse(1))
    #expect(store.expectRefusal(code: "other") == Step.refusal)
    #expect(store.expectRefusal(code: "refused") == nil)
    store.finish()
    #expect(messages.count == 2)
  }
}
