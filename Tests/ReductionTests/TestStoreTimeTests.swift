import Reduction
import ReductionTesting
import Testing

@Suite("Delayed effects in TestStore")
struct TestStoreTimeTests {
  @Test("A use of delayed effects reports exactly its failures", arguments: pending + due + cancelled + refused)
  func uses(use: StoreUse) { use.check() }

  private static let pending: [StoreUse] = [
    StoreUse(
      "An unexpected pending effect fails `finish`",
      fails: [
        "finish(): chain(0, []) (id a, after 1.0 seconds) is pending and was not expected. Call expectDelayed(…)."
      ]
    ) { store in
      store.send(.later("a", .seconds(1), []))
    },
    StoreUse("An expected pending effect does not fail `finish`") { store in
      store.send(.later("a", .seconds(1), []))
      store.expectDelayed(.chain(0, []), id: "a", after: .seconds(1))
    },
    StoreUse(
      "Expecting one of two pending effects leaves the other unexpected",
      fails: ["*(id a, after 1.0 seconds) is pending and was not expected. Call expectDelayed(…)."]
    ) { store in
      store.send(.later("a", .seconds(1), []))
      store.send(.later("b", .seconds(1), []))
      store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
    },
    StoreUse("A pending effect with another id, delay or action", fails: ["*", "*", "*"]) { store in
      store.send(.later("a", .seconds(1), []))
      store.expectDelayed(.chain(0, []), id: "b", after: .seconds(1))
      store.expectDelayed(.chain(0, []), id: "a", after: .seconds(2))
      store.expectDelayed(.add(1), id: "a", after: .seconds(1))
    },
  ]

  private static let due: [StoreUse] = [
    StoreUse(
      "A due effect that is not received fails the next step and `finish`",
      fails: ["send(output(ReductionTests.Note(text: \"out\")))", "finish()"].map {
        "\($0): chain(0, []) (id a, after 1.0 seconds) is due and was not received. Call receive(…) first."
      }
    ) { store in
      store.send(.later("a", .seconds(1), []))
      store.advance(by: .seconds(1))
      store.send(.output("out"))
      store.expectOutput(Note("out"))
    },
    StoreUse("Due effects are received in the order of their due times") { store in
      store.send(.later("b", .seconds(2), [.add(2)]))
      store.send(.later("a", .seconds(1), [.add(1)]))
      store.advance(by: .seconds(2))
      store.receive(.chain(0, [.add(1)])) { $0 = [0] }
      store.receive(.add(1)) { $0 = [0, 1] }
      store.receive(.chain(0, [.add(2)])) { $0 = [0, 1, 0] }
      store.receive(.add(2)) { $0 = [0, 1, 0, 2] }
    },
    StoreUse("The delay of an effect from a due action counts from the due time") { store in
      let again = Step.later("a", .seconds(1), [])
      store.send(.later("a", .seconds(1), [again]))
      store.advance(by: .seconds(2))
      store.receive(.chain(0, [again])) { $0 = [0] }
      store.receive(again)
      store.receive(.chain(0, [])) { $0 = [0, 0] }
    },
    StoreUse("The delay of an effect that is sent after an advance counts from that time", fails: ["*"]) { store in
      store.advance(by: .seconds(5))
      store.send(.later("a", .seconds(1), []))
      store.receive(.chain(0, []))
      store.advance(by: .seconds(1))
      store.receive(.chain(0, [])) { $0 = [0] }
    },
  ]

  private static let cancelled: [StoreUse] = [
    StoreUse(
      "An unexpected cancellation fails `finish`",
      fails: ["finish(): the cancellation of a was not expected. Call expectCancelled(…)."]
    ) { store in
      store.send(.later("a", .seconds(1), []))
      store.send(.cancel("a"))
    },
    StoreUse("An expected cancellation does not fail, and its effect does not become due") { store in
      store.send(.later("a", .seconds(1), []))
      store.send(.cancel("a"))
      store.expectCancelled("a")
      store.advance(by: .seconds(1))
    },
    StoreUse("A new effect cancels the pending effect with the same id") { store in
      store.send(.later("a", .seconds(1), []))
      store.send(.later("a", .seconds(2), [.add(1)]))
      store.expectCancelled("a")
      store.expectDelayed(.chain(0, [.add(1)]), id: "a", after: .seconds(2))
    },
    StoreUse(
      "A cancellation that did not happen, or of another id",
      fails: ["expectCancelled(a): nothing pending was cancelled.", "expectCancelled(c): b was cancelled."]
    ) { store in
      store.send(.cancel("a"))
      store.expectCancelled("a")
      store.send(.later("b", .seconds(1), []))
      store.send(.cancel("b"))
      store.expectCancelled("c")
    },
  ]

  private static let refused: [StoreUse] = [
    StoreUse("The refusal of a fed-back action rolls back the original action and its effects") { store in
      store.send(.chain(1, [.output("out"), .later("a", .seconds(1), []), .addAndRefuse(2)])) { $0 = [1] }
      store.receive(.output("out"))
      store.receive(.later("a", .seconds(1), []))
      store.receive(.addAndRefuse(2))
      store.expectRefusal(code: "refused")
      #expect(store.state == [])
    },
    StoreUse("The refusal of a delayed action restores the state before it") { store in
      let later = Step.later("a", .seconds(1), [.addAndRefuse(2)])
      store.send(.chain(1, [later])) { $0 = [1] }
      store.receive(later)
      store.advance(by: .seconds(1))
      store.receive(.chain(0, [.addAndRefuse(2)])) { $0 = [1, 0] }
      store.receive(.addAndRefuse(2))
      store.expectRefusal(code: "refused")
      #expect(store.state == [1])
    },
  ]
}
