import Reduction
import ReductionTesting
import Testing

typealias StepStore = TestStore<[Int], Step, Void>

/// A use of a test store, and the failures that it reports.
struct StoreUse: CustomTestStringConvertible, Sendable {
  let rule: String
  /// The first line of each failure, in which `*` stands for a part.
  let failures: [String]
  let body: @Sendable (StepStore) -> Void
  var testDescription: String { rule }

  init(_ rule: String, fails failures: [String] = [], _ body: @escaping @Sendable (StepStore) -> Void) {
    (self.rule, self.failures, self.body) = (rule, failures, body)
  }

  /// Uses a store, finishes it, and compares its failures.
  func check() {
    let reported = Log<TestFailure>()
    let store = StepStore([], reducer: steps, environment: ()) { reported.append($0) }
    body(store)
    store.finish()
    let lines = reported.entries.map { String($0.message.prefix { $0 != "\n" }) }
    #expect(lines.count == failures.count, "\(lines)")
    for (line, expected) in zip(lines, failures) {
      guard let gap = expected.firstIndex(of: "*") else { #expect(line == expected); continue }
      #expect(line.hasPrefix(expected[..<gap]) && line.hasSuffix(expected[expected.index(after: gap)...]))
    }
  }
}

/// Checks for each kind of change and effect that the test store fails when the test does not expect it.
@Suite("TestStore")
struct TestStoreTests {
  @Test("A use of the test store reports exactly its failures", arguments: changes + received + sent + refusals)
  func uses(use: StoreUse) { use.check() }

  private static let changes: [StoreUse] = [
    StoreUse("A test that expects every change and effect does not fail") { store in
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
      #expect(store.state == [1, 2, 0])
    },
    StoreUse("An unexpected state change", fails: ["The state after add(1) differs (− expected, + actual):"]) { store in
      store.send(.add(1))
    },
    StoreUse("An expected change that does not happen", fails: ["*"]) { store in
      store.send(.output("out")) { $0 = [1] }
      store.expectOutput(Note("out"))
    },
    StoreUse("An expected change of a refused action", fails: ["*"]) { store in
      store.send(.addAndRefuse(1)) { $0 = [1] }
      store.expectRefusal(code: "refused")
      #expect(store.state == [])
    },
  ]

  private static let received: [StoreUse] = [
    StoreUse(
      "A fed-back action that is not received fails the next steps and `finish`",
      fails: ["send(add(3))", "advance(by: 1.0 seconds)", "finish()"].map {
        "\($0): add(2) was fed back before this and not received. Call receive(…) first."
      }
    ) { store in
      store.send(.chain(1, [.add(2)])) { $0 = [1] }
      store.send(.add(3)) { $0 = [1, 3] }
      store.advance(by: .seconds(1))
    },
    StoreUse(
      "Another action than the one fed back",
      fails: ["receive(add(3)): a different action was received (− expected, + received):"]
    ) { store in
      store.send(.chain(1, [.add(2)])) { $0 = [1] }
      store.receive(.add(3)) { $0 = [1, 2] }
    },
    StoreUse(
      "An unexpected change of a received action", fails: ["The state after add(2) differs (− expected, + actual):"]
    ) { store in
      store.send(.chain(1, [.add(2)])) { $0 = [1] }
      store.receive(.add(2))
    },
    StoreUse(
      "Receiving without a fed-back action lists the pending effects",
      fails: [
        "receive(add(1)): no action was fed back, and no delayed action is due.",
        "receive(chain(0, [])): no action was fed back, and no delayed action is due. "
          + "Pending: chain(0, []) (id a, after 2.0 seconds).",
      ]
    ) { store in
      store.receive(.add(1))
      store.send(.later("a", .seconds(2), []))
      store.advance(by: .seconds(1))
      store.receive(.chain(0, []))
      store.expectDelayed(.chain(0, []), id: "a", after: .seconds(2))
    },
  ]

  private static let sent: [StoreUse] = [
    StoreUse("An unexpected output", fails: ["finish(): the output Note(*"]) { store in
      store.send(.output("out"))
    },
    StoreUse("A different output, and an absent one", fails: [different, "*no output was sent."]) { store in
      store.send(.output("out"))
      store.expectOutput(Note("other"))
      store.expectOutput(Note("out"))
    },
    StoreUse("An output of another type, and an absent one", fails: [different, "*no output was sent."]) { store in
      store.send(.output("out"))
      store.expectOutput(OtherNote(number: 1))
      store.expectOutput(Note("out"))
    },
    StoreUse("An unexpected message", fails: ["*to s was not expected. Call expectMessage(…)."]) { store in
      store.send(.message(to: "s", "hello"))
    },
    StoreUse(
      "A different message, a different recipient and an absent message",
      fails: ["*it went to s, not to t.", "*", "*no message was sent."]
    ) { store in
      store.send(.message(to: "s", "hello"))
      store.expectMessage(to: "t", Note("bye"))
      store.expectMessage(to: "s", Note("hello"))
    },
  ]
  private static let different = "expectOutput: a different one was sent (− expected, + sent):"

  private static let refusals: [StoreUse] = [
    unnamedRefusal("send(add(1))") { $0.send(.add(1)) { $0 = [1] } },
    unnamedRefusal("advance(by: 1.0 seconds)") { $0.advance(by: .seconds(1)) },
    unnamedRefusal("finish()") { _ in },
    StoreUse("A refusal with another code, and an absent one", fails: ["*", "*"]) { store in
      store.send(.addAndRefuse(1))
      #expect(store.expectRefusal(code: "other") == Step.refusal)
      #expect(store.expectRefusal(code: "refused") == nil)
    },
  ]

  private static func unnamedRefusal(_ step: String, _ body: @escaping @Sendable (StepStore) -> Void) -> StoreUse {
    let failure = "\(step): addAndRefuse(1) was refused before this (refused: The test wants a refusal.). "
    return StoreUse("An unexpected refusal fails the next step", fails: [failure + "Call expectRefusal(…) first."]) {
      $0.send(.addAndRefuse(1))
      body($0)
    }
  }
}
