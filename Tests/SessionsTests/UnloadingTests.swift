import Apps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Unloading")
struct UnloadingTests {
  /// Nothing fits, and projections wait for the test.
  private func crowded() -> Rehearsal {
    var settings = TestJournal.Settings()
    settings.holdsProjections = true
    return Rehearsal(settings) { $0.memory = 0 }
  }

  /// Sessions that are in memory, all of which fit.
  private func loaded(_ count: Int) throws -> (Rehearsal, [SessionID]) {
    let rehearsal = Rehearsal()
    return (rehearsal, try (0..<count).map { _ in try rehearsal.session() })
  }

  @Test("a session over the cap is projected and dropped, and is found again as it was")
  func unload() async throws {
    let rehearsal = crowded()
    let id = try rehearsal.session()
    rehearsal.journal.settle(await rehearsal.journal.nextProjection())
    #expect(rehearsal.registry.loadedCount == 0)
    #expect(rehearsal.registry.memory.used == 0)

    rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    let held = await rehearsal.journal.nextProjection()
    let before = rehearsal.read(id).answer
    rehearsal.journal.settle(held)
    #expect(rehearsal.journal.tables.sessions[id]?.session.revision == 2)
    #expect(rehearsal.registry.loadedCount == 0)
    #expect(rehearsal.read(id).answer == before)
  }

  @Test("those whose last use lies back furthest go first, until there is room")
  func order() async throws {
    let size = try {
      let (rehearsal, _) = try loaded(1)
      return rehearsal.registry.memory.used
    }()
    var settings = TestJournal.Settings()
    settings.holdsProjections = true
    let rehearsal = Rehearsal(settings) { $0.memory = 4 * size + size / 2 }
    let ids = try (0..<4).map { _ in try rehearsal.session() }
    #expect(rehearsal.read(ids[0]).answer != nil)
    let last = try rehearsal.session()
    for expected in [ids[1]] {
      let held = await rehearsal.journal.nextProjection()
      #expect(held.owner.id == expected)
      rehearsal.journal.settle(held)
    }
    #expect(Set(rehearsal.registry.loadedStores.map(\.id)) == [ids[0], ids[2], ids[3], last])
    #expect(rehearsal.registry.memory.hasRoom)
  }

  @Test("a session with a pending change stays, whatever the cap")
  func pending() async throws {
    let rehearsal = crowded()
    let id = try rehearsal.session()
    let held = await rehearsal.journal.nextProjection()
    let change = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle(held)
    #expect(rehearsal.registry.loadedCount == 1)
    rehearsal.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("a session that was changed since it was projected stays")
  func changed() async throws {
    let rehearsal = crowded()
    let id = try rehearsal.session()
    let held = await rehearsal.journal.nextProjection()
    let owner = AfterProjection(held.owner) {
      rehearsal.send(.increment, to: id)
      rehearsal.journal.settle()
    }
    rehearsal.journal.settle(TestJournal.HeldProjection(owner: owner, settled: held.settled))
    #expect(rehearsal.registry.loadedCount == 1)
    #expect(try #require(rehearsal.read(id).answer).contains(#""count":1"#))
  }

  @Test("a session whose projection fails stays")
  func failing() async throws {
    let rehearsal = crowded()
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    rehearsal.journal.settle(await rehearsal.journal.nextProjection(), failing: .full("no space"))
    #expect(rehearsal.registry.loadedCount == 1)
    #expect(try rehearsal.store(id).takeProjection()?.session.revision == 2)
  }

  @Test("who still holds the store of an unloaded session is sent to look it up again")
  func race() async throws {
    let rehearsal = crowded()
    let id = try rehearsal.session()
    let store = try rehearsal.store(id)
    rehearsal.journal.settle(await rehearsal.journal.nextProjection())
    let environment = rehearsal.registry.environment
    let request = ActionRequest(
      actions: [.increment], isBatch: false, sent: [], precondition: nil, key: nil, wantsSession: false, actor: nil)
    let steps = [
      store.send(request, environment) { _ in Issue.record("answered by a store that is gone") },
      store.read(.session) { _ in Issue.record("answered by a store that is gone") },
      store.delete(environment) { _ in Issue.record("answered by a store that is gone") },
    ]
    for step in steps { #expect(step.isLookUpAgain) }
    #expect(rehearsal.journal.waiting == 0)
  }

  @Test("a request that finds a retired store, which is not yet forgotten, is carried out")
  func retired() throws {
    let (rehearsal, ids) = try loaded(1)
    try rehearsal.store(ids[0]).state.withLock { $0.isRetired = true }
    let change = rehearsal.send(.increment, to: ids[0])
    rehearsal.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(rehearsal.registry.loadedCount == 1)
  }

  @Test("a session that is gone takes no memory, also when a request notes its use late")
  func accounting() throws {
    let (rehearsal, ids) = try loaded(2)
    let both = rehearsal.registry.memory.used
    let store = try rehearsal.store(ids[0])
    rehearsal.delete(ids[0])
    rehearsal.journal.settle()
    rehearsal.registry.memory.note(store)
    rehearsal.registry.forget(store)
    #expect(rehearsal.registry.memory.used == both / 2)
  }

  @Test(
    "what a session takes is measured by its structure, not by its text",
    arguments: [
      (JSONValue.string(String(repeating: "a", count: 40_000)), 40_000...50_000),
      (.array(Array(repeating: .array([.integer(1)]), count: 10_000)), 550_000...1_000_000),
      (.array(Array(repeating: .object([:]), count: 10_000)), 150_000...500_000),
    ])
  func structure(value: JSONValue, expected: ClosedRange<Int>) throws {
    let rehearsal = Rehearsal()
    let plain = try rehearsal.session()
    let before = rehearsal.registry.memory.used
    let id = try rehearsal.session(data: ["value": value])
    let encoded = value.bytes.count
    #expect(expected.contains(rehearsal.registry.memory.used - before - before - encoded))
    #expect(plain != id)
  }

  @Test("what changes add to a session is counted before it is measured again, and measured after enough of them")
  func growth() throws {
    let (rehearsal, ids) = try loaded(1)
    var sizes: [Int] = []
    for _ in 0..<40 {
      rehearsal.send(.open, to: ids[0])
      rehearsal.journal.settle()
      sizes.append(rehearsal.registry.memory.used)
    }
    let tree = try rehearsal.store(ids[0]).state.withLock { $0.draft.tree.memorySize }
    #expect(sizes[39] > sizes[0])
    #expect((tree...(tree * 2 + 8_192)).contains(sizes[39]))
  }

  @Test("what a session takes grows with it, with its encoding and with its keys")
  func footprint() throws {
    let (rehearsal, ids) = try loaded(1)
    var sizes = [rehearsal.registry.memory.used]
    func look() {
      #expect(rehearsal.read(ids[0]).answer != nil)
      sizes.append(rehearsal.registry.memory.used)
    }
    rehearsal.send(.open, to: ids[0])
    rehearsal.journal.settle()
    sizes.append(rehearsal.registry.memory.used)
    look()
    rehearsal.send(.increment, .decrement, to: ids[0], key: IdempotencyKey(named: "k"))
    rehearsal.journal.settle()
    look()
    #expect(sizes[2] > sizes[0])
    #expect(sizes[2] > sizes[1])
    #expect(sizes[3] > sizes[2])
  }
}

extension SessionStore.Progress {
  fileprivate var isLookUpAgain: Bool {
    if case .lookUpAgain = self { true } else { false }
  }
}

/// Lets something happen once an owner's projection is taken.
private final class AfterProjection: Projecting {
  private let owner: any Projecting
  private let body: @Sendable () -> Void

  init(_ owner: any Projecting, _ body: @escaping @Sendable () -> Void) {
    self.owner = owner
    self.body = body
  }

  var id: SessionID { owner.id }
  func restore(_ projection: Projection) { owner.restore(projection) }

  func takeProjection() -> Projection? {
    defer { body() }
    return owner.takeProjection()
  }
}
