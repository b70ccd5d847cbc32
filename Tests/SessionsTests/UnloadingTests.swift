import ExampleApps
import JSON
import Navigation
import Synchronization
import TestSupport
import Testing

@testable import Sessions

@Suite("Unloading of sessions")
struct UnloadingTests {
  /// A harness with a memory limit of 0 whose snapshots wait for the test.
  private func crowded() -> SessionsHarness {
    return SessionsHarness(MemoryJournal.Settings(holdsSnapshots: true)) { $0.memory = 0 }
  }

  /// A harness with the given number of loaded sessions.
  private func loaded(_ count: Int) throws -> (SessionsHarness, [SessionID]) {
    let harness = SessionsHarness()
    return (harness, try (0..<count).map { _ in try harness.session() })
  }

  @Test("A session without changes after its snapshot is unloaded at once when memory exceeds the limit")
  func settled() throws {
    let harness = crowded()
    _ = try harness.session()
    #expect(harness.registry.loadedCount == 0)
    #expect(harness.registry.memory.used == 0)
  }

  @Test("A changed session is unloaded once its snapshot is stored, and is later loaded unchanged")
  func unload() async throws {
    let harness = crowded()
    let id = try harness.session()

    harness.commit(.open, to: id)
    let held = await harness.journal.nextSnapshotRequest()
    let before = harness.read(id).answer
    harness.journal.settle(held)
    #expect(harness.journal.tables.sessions[id]?.session.revision == 2)
    #expect(harness.registry.loadedCount == 0)
    #expect(harness.read(id).answer == before)
  }

  @Test("The least recently used sessions are unloaded first, until memory is within the limit")
  func order() throws {
    let size = try {
      let (harness, ids) = try loaded(1)
      // The JSON is cached from the second read on.
      for _ in 0..<2 { #expect(harness.read(ids[0]).answer != nil) }
      return harness.registry.memory.used
    }()
    let harness = SessionsHarness(MemoryJournal.Settings(holdsSnapshots: true)) { $0.memory = 4 * size + size / 2 }
    let ids = try (0..<4).map { _ in try harness.session() }
    for id in ids + ids + ids.prefix(1) { #expect(harness.read(id).answer != nil) }
    let last = try harness.session()
    #expect(Set(harness.registry.sessions.all.map(\.id)) == [ids[0], ids[2], ids[3], last])
    #expect(harness.registry.memory.hasRoom)
  }

  @Test("A session with a pending change stays loaded even if memory exceeds the limit")
  func pending() async throws {
    let harness = crowded()
    let id = try harness.session()
    let change = harness.send(.increment, to: id)
    harness.journal.settle(await harness.journal.nextSnapshotRequest())
    #expect(harness.registry.loadedCount == 1)
    harness.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("A session that changes while its snapshot is stored stays loaded")
  func changed() async throws {
    let harness = crowded()
    let id = try harness.session()
    harness.commit(.increment, to: id)
    var held = await harness.journal.nextSnapshotRequest()
    held.owner = AfterSnapshot(held.owner) {
      harness.commit(.increment, to: id)
    }
    harness.journal.settle(held)
    #expect(harness.registry.loadedCount == 1)
    #expect(try #require(harness.read(id).answer).contains(#""count":2"#))
  }

  @Test("A session whose snapshot is not stored stays loaded")
  func failing() async throws {
    let harness = crowded()
    let id = try harness.session()
    harness.commit(.increment, to: id)
    harness.journal.settle(await harness.journal.nextSnapshotRequest(), failing: .full("no space"))
    #expect(harness.registry.loadedCount == 1)
    #expect(try harness.store(id).takeSnapshot()?.session.revision == 2)
  }

  @Test("The store of an unloaded session answers no requests and reports that it is retired")
  func race() async throws {
    let harness = crowded()
    let id = try harness.session()
    harness.commit(.increment, to: id)
    let store = try harness.store(id)
    harness.journal.settle(await harness.journal.nextSnapshotRequest())
    let environment = harness.registry.environment
    let request = ActionRequest(
      actions: [.increment], isBatch: false, sent: [], precondition: nil, key: nil, wantsSession: false)
    let sent = store.send(request, environment) { _ in Issue.record("a retired store answered") }
    if case .done(.retired) = sent {} else { Issue.record("a retired store accepted an action") }
    let results = [
      store.read(.session) { _ in Issue.record("a retired store answered") },
      store.delete(environment) { _ in Issue.record("a retired store answered") },
    ]
    for result in results { #expect(result.isRetired) }
    #expect(harness.journal.waiting == 0)
  }

  @Test("A request that finds a retired store loads the session again and is carried out")
  func retired() throws {
    let (harness, ids) = try loaded(1)
    try harness.store(ids[0]).state.withLock { $0.isRetired = true }
    let change = harness.commit(.increment, to: ids[0])
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(harness.registry.loadedCount == 1)
  }

  @Test("A deleted session counts no memory, even if its use is noted late")
  func accounting() throws {
    let (harness, ids) = try loaded(2)
    let store = try harness.store(ids[0])
    let other = try harness.store(ids[1]).footprint.counted.load(ordering: .relaxed)
    harness.commitDeletion(of: ids[0])
    harness.registry.memory.record(store)
    harness.registry.sessions.forget(store)
    #expect(harness.registry.memory.used == other)
  }

  @Test(
    "The measured memory of a session accounts for the structure of its data, not only its text",
    arguments: [
      (JSONValue.string(String(repeating: "a", count: 40_000)), 40_000...50_000),
      (.array(Array(repeating: .array([.integer(1)]), count: 10_000)), 550_000...1_000_000),
      (.array(Array(repeating: .object([:]), count: 10_000)), 150_000...500_000),
    ])
  func structure(value: JSONValue, expected: ClosedRange<Int>) throws {
    let harness = SessionsHarness()
    let plain = try harness.session()
    let before = harness.registry.memory.used
    let id = try harness.session(data: ["value": value])
    #expect(expected.contains(harness.registry.memory.used - before - before))
    #expect(plain != id)
  }

  @Test("Changes count towards a session's memory before the session is measured again")
  func growth() throws {
    let (harness, ids) = try loaded(1)
    var sizes: [Int] = []
    for _ in 0..<40 {
      harness.commit(.open, to: ids[0])
      sizes.append(harness.registry.memory.used)
    }
    let tree = try harness.store(ids[0]).state.withLock { $0.draft.tree.memorySize }
    #expect(sizes[39] > sizes[0])
    #expect((tree...(tree * 2 + 8_192)).contains(sizes[39]))
  }

  @Test("The memory of a session grows with its tree, its cached JSON and its idempotency keys")
  func footprint() throws {
    let (harness, ids) = try loaded(1)
    var sizes = [harness.registry.memory.used]
    func look() {
      for _ in 0..<2 { #expect(harness.read(ids[0]).answer != nil) }
      sizes.append(harness.registry.memory.used)
    }
    harness.commit(.open, to: ids[0])
    sizes.append(harness.registry.memory.used)
    look()
    harness.commit(.increment, .decrement, to: ids[0], key: IdempotencyKey(named: "k"))
    look()
    #expect(sizes[2] > sizes[0])
    #expect(sizes[2] > sizes[1])
    #expect(sizes[3] > sizes[2])
  }
}

extension StoreResult {
  fileprivate var isRetired: Bool {
    if case .retired = self { true } else { false }
  }
}

/// Runs a closure once the snapshot of an owner is taken.
private final class AfterSnapshot: SnapshotOwner {
  private let owner: any SnapshotOwner
  private let body: @Sendable () -> Void

  init(_ owner: any SnapshotOwner, _ body: @escaping @Sendable () -> Void) {
    self.owner = owner
    self.body = body
  }

  var id: SessionID { owner.id }
  var summary: SessionSummary? { owner.summary }
  func returnSnapshot() { owner.returnSnapshot() }

  func takeSnapshot() -> StateSnapshot? {
    defer { body() }
    return owner.takeSnapshot()
  }
}
