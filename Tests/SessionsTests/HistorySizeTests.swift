import ExampleApps
import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

/// Random actions on an app, some of which make long steps from short requests.
struct HistoryActions {
  var generator: SplitMix64
  let app: App

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &generator)] }
  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  /// A text that differs from earlier ones in a few letters, like the edits of a long text.
  mutating func text(_ length: Int) -> JSONValue {
    var text = Array(repeating: UInt8(ascii: "a"), count: length)
    for _ in 0..<3 { text[number(length)] = UInt8(ascii: "b") }
    return .string(String(decoding: text, as: UTF8.self))
  }

  mutating func members(_ count: Int) -> JSONValue {
    .object(JSONObject((0..<count).map { ("k\($0)", .integer(Int64(number(10)))) }))
  }

  mutating func next() -> [Action] {
    let route = JSONValue.string(pick(app.routes.keys.sorted()))
    switch number(16) {
    case 0, 1: return [Action("push", ["route": route])]
    case 2, 3: return [Action("pop")]
    case 4: return [Action("popToRoot")]
    case 5: return [Action("replace", ["route": route])]
    case 6: return [Action("setState", ["state": ["text": text(60_000)]])]
    case 7: return [Action("setState", ["state": ["text": .null]])]
    case 8: return [Action("setState", ["state": members(1_500)])]
    case 9: return [Action("setParams", ["params": ["p": text(2_000)]])]
    case 10: return [Action("present", ["route": route])]
    case 11: return [Action("dismissAll")]
    case 12:
      return [Action("push", ["route": route]), Action("pop"), Action("setState", ["state": ["n": .integer(1)]])]
    case 13: return [pick([.increment, Action("addTodo"), Action("selectNext"), Action("goBack")])]
    case 14: return [Action("updateNewTodoDescription", ["text": text(300)])]
    default: return [Action("setState", ["state": ["k\(number(1_500))": .integer(Int64(number(1_000)))]])]
    }
  }
}

@Suite("The size of a history")
struct HistorySizeTests {
  static let notes = App(
    "notes", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [Route("home"), Route("note"), Route("page")])
  static let apps = [notes, Counter.app, List.app, Routing.app, Tabs.app]

  @Test(
    "All states of a session with random changes can be restored", arguments: apps,
    [7, 1_203, 14_440_793_940_375_173_646] as [UInt64])
  func random(app: App, seed: UInt64) throws {
    var actions = HistoryActions(generator: SplitMix64(seed: seed), app: app)
    let harness = SessionsHarness(apps: [app])
    let id = try harness.session(app)
    var states = [try state(harness, id)]
    for _ in 0..<120 {
      switch actions.number(8) {
      case 0: harness.historyMove(.undo(steps: actions.pick([1, 1, 3])), in: id)
      case 1: harness.historyMove(.redo(steps: actions.pick([1, 1, 3])), in: id)
      case 2: harness.historyMove(.jump(revision: 1 + actions.number(states.count)), in: id)
      default: harness.send(batch: actions.next(), to: id)
      }
      harness.journal.settle()
      if actions.number(20) == 0 { harness.storeSnapshot(of: try harness.store(id)) }
      let revision = try harness.store(id).state.withLock { $0.revision }
      if revision > states.count { states.append(try state(harness, id)) }
    }
    for (index, expected) in states.enumerated() {
      #expect(try state(harness, id, at: index + 1) == expected, "revision \(index + 1), seed \(seed)")
    }
    let again = SessionsHarness(after: harness, copy: true)
    #expect(try state(again, id, at: states.count) == states.last, "after a restart, seed \(seed)")
    #expect(try state(again, id, at: 1) == states.first, "after a restart, seed \(seed)")
  }

  /// The navigation and the data of a session, now or at a past revision.
  private func state(_ harness: SessionsHarness, _ id: SessionID, at revision: Int? = nil) throws -> [JSONValue?] {
    let asked = revision.map { harness.read($0, of: id) } ?? harness.read(id)
    let line = try #require(asked.answer)
    let start = try #require(line.firstIndex(of: "{"), "\(line)")
    let session = try JSONValue(parsing: Array(line[start...].utf8))
    return [session["navigation"], session["data"]]
  }

  @Test("Small changes of a 200 KB screen, undone and redone, add only differences to the history")
  func differences() throws {
    let harness = SessionsHarness(apps: [Self.notes])
    let id = try harness.session(Self.notes)
    var actions = HistoryActions(generator: SplitMix64(seed: 1), app: Self.notes)
    harness.send(Action("push", ["route": "note"]), to: id)
    harness.commit(Action("setState", ["state": ["text": actions.text(200_000)]]), to: id)
    for round in 0..<50 {
      harness.commit(Action("setState", ["state": ["n": .integer(Int64(round))]]), to: id)
      harness.commit(.undo(steps: 1), in: id)
      harness.historyMove(.redo(steps: 1), in: id)
      harness.journal.settle()
    }
    let changes = try #require(harness.journal.tables.sessions[id]?.changes)
    #expect(changes.count == 152)
    #expect(changes.dropFirst(2).allSatisfy { $0.text.count <= 4 * $0.action.count + 1_024 })
  }

  @Test("A small change is stored in its row with the former and the new value")
  func small() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.send(.increment, to: id)
    harness.commit(.open, to: id)
    let changes = try #require(harness.journal.tables.sessions[id]?.changes)
    #expect(text(Array(changes[0].text[changes[0].edits])) == ##"[["state","a1",{"count":0},{"count":1}]]"##)
  }

  @Test("A history that exceeds its byte limit is trimmed")
  func trimmed() async throws {
    let harness = SessionsHarness(apps: [Self.notes]) { $0.historyBytes = 200_000 }
    let id = try harness.session(Self.notes)
    var actions = HistoryActions(generator: SplitMix64(seed: 2), app: Self.notes)
    for _ in 0..<100 {
      harness.commit(Action("setState", ["state": ["text": actions.text(3_000)]]), to: id)
      harness.storeSnapshot(of: try harness.store(id))
    }
    try await harness.finishTrimming(of: id)
    let oldest = try harness.store(id).oldest
    #expect(oldest > 1)
    #expect(harness.read(1, of: id).answer == "pruned 1, oldest \(oldest)")
    #expect(try state(harness, id, at: oldest).isEmpty == false)
  }

  @Test("The byte count of a history equals the sum of its changes after many trimmings")
  func counted() async throws {
    let harness = SessionsHarness(apps: [Self.notes]) { $0.historyBytes = 20_000 }
    let id = try harness.session(Self.notes)
    let store = try harness.store(id)
    for number in 0..<1_000 {
      harness.commit(Action("setState", ["state": ["n": .integer(Int64(number))]]), to: id)
      harness.storeSnapshot(of: store)
      try await harness.finishTrimming(of: id)
    }
    #expect(store.state.withLock { $0.isHistoryMeasured })
    let changes = try #require(harness.journal.tables.sessions[id]?.changes).filter { $0.revision >= store.oldest }
    #expect(store.oldest > 700)
    let counted = store.state.withLock { $0.historyBytes }
    #expect(counted == changes.reduce(0) { $0 + $1.historyBytes })
  }
}

extension SessionsHarness {
  /// Waits until no trimming of a session's history is running.
  fileprivate func finishTrimming(of id: SessionID) async throws {
    while try store(id).state.withLock({ $0.trimming == .underWay }) {
      journal.settle()
      await Task.yield()
    }
  }
}
