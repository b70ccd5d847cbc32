import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("The preparation of amendments")
struct AmendmentPreparationTests {
  private let turns = TurnQueue()
  private let harness: SessionsHarness
  private let id: SessionID

  init() throws {
    let app = try AmendedLog.app()
    harness = SessionsHarness(apps: [app], turns: turns)
    id = try harness.session(app)
    for action in [Action.add(1), .note("x"), .add(2)] { try change(action) }
  }

  private func change(_ action: Action) throws {
    harness.commit(action, to: id)
  }

  private func amend(_ action: Action, key: IdempotencyKey? = nil) throws -> Asked {
    let asked = harness.historyMove(
      .amend(try Amendment(revision: 2, .object(action.fields))), in: id, key: key)
    harness.journal.settle()
    return asked
  }

  @Test("It waits for a turn, and other requests do not wait for it")
  func turn() throws {
    let asked = try amend(.add(3))
    #expect(asked.answer == nil)
    try change(.note("y"))
    // Prepared again, since the session has changed.
    while turns.runNext() { harness.journal.settle() }
    #expect(asked.answer == #"receipt 6 {"revision":6,"changed":true,"outputs":[],"replayed":3,"dropped":[]}"#)
  }

  @Test("If the session changes each time, it is refused after three preparations")
  func meanwhile() throws {
    let asked = try amend(.add(3))
    for n in 1...3 {
      #expect(asked.answer == nil)
      try change(.note("\(n)"))
      turns.runNext()
      harness.journal.settle()
    }
    #expect(asked.answer == "refused changed-meanwhile")
  }

  /// An action that makes many screens.
  private static let large = Action(
    "reset",
    ["navigation": ["screens": .array([JSONValue](repeating: ["route": "item"], count: 1_000))]])

  @Test("It pauses between changes that make many screens, also while it looks for a restart")
  func manyScreens() throws {
    for _ in 1...2 { try change(Self.large) }
    let asked = try amend(.add(3))
    turns.runNext()
    harness.journal.settle()
    #expect(asked.answer == nil)
    while turns.runNext() { harness.journal.settle() }
    #expect(asked.answer?.hasPrefix("receipt 7") == true)
  }

  @Test("Former trees of short actions count as memory")
  func memory() throws {
    let tree = try AmendedLog([Self.large]).session.tree
    var past = PastRecords(tree, from: 1_000, to: 1)
    let cause = PastRecord.Cause(origin: ChangeOrigin(), action: ["type": "reset"])
    for _ in 1...500 {
      past.revert(
        [.replace(tree.root.id, former: tree.root, new: tree.root)], cause, at: 1, stateOf: nil, isRefused: false)
    }
    #expect(past.isTooLong)
  }

  @Test("A refusal of the new action is kept for its key")
  func refusal() throws {
    let key = IdempotencyKey(named: "k")
    let asked = try amend(.add(99), key: key)
    while turns.runNext() { harness.journal.settle() }
    harness.journal.settle()
    #expect(asked.answer == "refused condition-not-met")
    #expect(try amend(.add(99), key: key).answer?.hasPrefix("replayed 4 409") == true)
  }

  @Test("The amended session is loaded as it was, and undo leads back, after a restart")
  func restart() throws {
    _ = try amend(.add(3))
    while turns.runNext() { harness.journal.settle() }
    let later = SessionsHarness(after: harness)
    _ = later.read(id)
    later.journal.settle()
    #expect(try later.store(id).state.withLock { $0.draft.tree.data["n"] } == 5)
    later.commit(.undo(steps: 1), in: id)
    #expect(try later.store(id).state.withLock { $0.draft.tree.data["n"] } == 3)
  }
}
