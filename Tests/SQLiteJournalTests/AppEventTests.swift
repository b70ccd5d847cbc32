import JSON
import SQLiteJournal
import Testing

@testable import Sessions

@Suite("The events of an app", .journal)
struct AppEventTests {
  let harness = JournalHarness.current

  /// Returns an event as a short text.
  private func text(_ event: AppEvent) -> String {
    switch event.content {
    case .created: "\(event.cursor) created"
    case .changed(let change): "\(event.cursor) \(change.revision)"
    case .deleted(let revision): "\(event.cursor) deleted at \(revision)"
    }
  }

  private func texts(_ harness: JournalHarness, after cursor: Int64 = 0) async throws -> [String] {
    try await harness.journal.appEvents(after: cursor).events.map(text)
  }

  @Test("Creations, changes and deletions of all sessions of an app have one order")
  func order() async throws {
    let (one, two) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.changes(one, 2...3) == nil)
    #expect(await harness.journal.change(two, 2) == nil)
    #expect(try await texts(harness) == ["1 created", "2 created", "3 2", "4 3", "5 2"])
    #expect(try await texts(harness, after: 4) == ["5 2"])
    #expect(await harness.journal.write(.delete(one.id)) == nil)
    #expect(try await texts(harness) == ["2 created", "5 2", "6 deleted at 3"])
    #expect(try await harness.journal.appEvents(after: 0, of: "other") == AppEventPage(through: 6))
  }

  @Test("The event numbers of a deleted session are not reused after a crash")
  func numbers() async throws {
    let (kept, deleted) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.changes(deleted, 2...9) == nil)
    #expect(await harness.journal.write(.delete(deleted.id)) == nil)
    #expect(harness.journal.lastEvent == 11)
    try await withJournal(in: try harness.crashed()) { (again) async throws in
      #expect(again.journal.lastEvent == 11)
      #expect(await again.journal.change(kept, 2) == nil)
      #expect(try await texts(again, after: 11) == ["12 2"])
    }
  }

  @Test("The event numbers of a dropped import are not reused after two crashes")
  func droppedImport() async throws {
    let owner = Owner(revision: 5)
    let slice = ImportSlice(session: owner.id, changes: (2...5).map { owner.change($0) }, isFirst: true)
    #expect(await harness.journal.write(.importSlice(slice)) == nil)
    #expect(harness.journal.lastEvent == 4)
    try await withJournal(in: try harness.crashed()) { (again) async throws in
      #expect(try again.integer("SELECT count(*) FROM changes") == 0)
      try await withJournal(in: try again.crashed()) { (third) async throws in
        #expect(third.journal.lastEvent == 4)
      }
    }
  }

  @Test("The history of an imported session has no events")
  func imported() async throws {
    let owner = Owner(revision: 5)
    let slice = ImportSlice(session: owner.id, changes: (2...5).map { owner.change($0) }, isFirst: true)
    #expect(await harness.journal.write(.importSlice(slice)) == nil)
    let session = ImportedSession(session: owner.snapshot(at: 5), timers: [])
    #expect(await harness.journal.write(.add(session)) == nil)
    #expect(await harness.journal.change(owner, 6) == nil)
    #expect(try await texts(harness) == ["5 created", "6 6"])
  }

  @Test("A cursor before a pruned event is reset to the last pruned event")
  func pruned() async throws {
    let (owner, other) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.changes(owner, 2...6) == nil)
    #expect(await harness.journal.change(other, 2) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(await harness.journal.write(.prune(owner.id, before: 4)) == nil)
    #expect(try await harness.journal.appEvents(after: 3) == AppEventPage(through: 4, isReset: true))
    #expect(try await texts(harness, after: 4) == ["5 4", "6 5", "7 6", "8 2"])
    #expect(try await harness.journal.appEvents(after: 0, of: "other").isReset == false)
  }

  @Test("A page of app events ends at its limit, and the next one follows without a gap", arguments: [1, 300, 1 << 16])
  func pages(bytes: Int) async throws {
    let owners = (1...4).map { _ in Owner() }
    for owner in owners {
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.changes(owner, 2...4) == nil)
    }
    #expect(await harness.journal.write(.delete(owners[0].id)) == nil)
    var (cursor, numbers): (Int64, [Int64]) = (0, [])
    while cursor < harness.journal.lastEvent {
      let page = try await harness.journal.appEvents(after: cursor, bytes: bytes)
      (cursor, numbers) = (page.end, numbers + page.events.map(\.cursor))
    }
    #expect(numbers == Array(5...17))
  }

  @Test("An event of a session without changes has the path of the session")
  func paths() async throws {
    let owner = Owner()
    var snapshot = owner.snapshot(at: 1)
    snapshot.session.focus = SessionFocus(current: "a1", path: ["detail"])
    #expect(await harness.journal.write(.create(snapshot)) == nil)
    var filter = AppEventFilter()
    filter.route = ExactString("detail")
    let page = try await harness.journal.appEvents(after: 0, filter: filter)
    #expect(page.subjects[owner.id]?.path == ["detail"])
  }

  @Test("Queries for event numbers use indexes")
  func indexes() async throws {
    for (table, index) in [("session_rows", "INTEGER PRIMARY KEY"), ("tombstones", "tombstones_by_seq")] {
      let plan = try harness.plan("SELECT seq FROM \(table) WHERE seq > 1 AND seq <= 9 AND app = 'x' ORDER BY seq")
      #expect(plan.contains(index))
      #expect(try harness.plan("SELECT max(seq) FROM \(table) WHERE seq < 9").contains(index))
    }
  }

  @Test("An event whose outputs are corrupted has none, and other events are read")
  func corrupted() async throws {
    _ = await harness.owner(at: 3)
    try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(
      "UPDATE changes SET outputs = '[{' WHERE seq = 2")
    let outputs = try await harness.journal.appEvents(after: 1).events.map { event -> [UInt8]? in
      if case .changed(let change) = event.content { change.outputs } else { [] }
    }
    #expect(outputs == [nil, Array("[]".utf8)])
  }
}
