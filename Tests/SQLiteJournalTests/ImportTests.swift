import SQLiteJournal
import Testing

@testable import Sessions

@Suite("Imports of sessions", .journal)
struct ImportTests {
  let harness = JournalHarness.current

  private func imported(_ owner: Owner, apps: [StoredApp] = []) -> ImportedSession {
    var snapshot = owner.snapshot(at: 5)
    snapshot.session.undoState = UndoState(shown: 5, tip: 5, oldest: 3)
    return ImportedSession(
      session: snapshot,
      timers: [TimerRow(id: "t9", screen: nil, effect: "x", fireAt: 77, action: Array("{}".utf8))], apps: apps)
  }

  private func slice(_ owner: Owner, _ revisions: ClosedRange<Int>) -> Write {
    .importSlice(
      ImportSlice(session: owner.id, changes: revisions.map { owner.change($0) }, isFirst: revisions.contains(3)))
  }

  @Test("An import stores the whole session, which continues from there, also after a crash")
  func all() async throws {
    let (owner, other) = (Owner(revision: 5), Owner())
    #expect(await harness.journal.create(other) == nil)
    let app = StoredApp(name: "shop", version: 3, definition: Array("{}".utf8), createdAt: 1)
    #expect(await harness.journal.write(slice(owner, 3...4)) == nil)
    #expect(await harness.journal.change(other, 2) == nil)
    #expect(await harness.journal.write(slice(owner, 5...5)) == nil)
    #expect(await harness.journal.write(.add(imported(owner, apps: [app]))) == nil)
    #expect(await harness.journal.change(owner, 6) == nil)
    for directory in [try harness.crashed(), try harness.crashed()] {
      try await withJournal(in: directory) { (again) async throws in
        #expect(try await again.journal.history(owner) == [3, 4, 5, 6])
        #expect(try await again.journal.history(other) == [2])
        let loaded = try #require(try await again.journal.load(owner.id))
        #expect(loaded.session.undoState == UndoState(shown: 5, tip: 5, oldest: 3))
        #expect(loaded.timers.map(\.id) == ["t9"])
        #expect(try again.journal.apps() == [app])
        #expect(await again.journal.write(.delete(owner.id)) == nil)
        #expect(try again.integer("SELECT count(*) FROM changes") == 1)
        #expect(try again.integer("SELECT count(*) FROM timers") == 0)
      }
    }
  }

  @Test("Importing an existing session fails and changes no session")
  func twice() async throws {
    let owner = Owner(revision: 5)
    #expect(await harness.journal.write(slice(owner, 3...5)) == nil)
    #expect(await harness.journal.write(.add(imported(owner))) == nil)
    for write in [slice(owner, 3...5), .add(imported(owner))] {
      let failure = await harness.journal.write(write)
      guard case .damaged? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }
    #expect(await harness.journal.write(.dropImport(owner.id, revisions: 3..<6, isLast: true)) == nil)
    #expect(try await harness.journal.history(owner) == [3, 4, 5])
    #expect(try harness.integer("SELECT count(*) FROM changes") == 3)
    let other = await harness.owner(at: 4)
    #expect(try await harness.journal.history(other) == [2, 3, 4])
  }

  private func counts(_ harness: JournalHarness) throws -> [Int64?] {
    try ["changes", "revisions", "session_rows"].map { try harness.integer("SELECT count(*) FROM \($0)") }
  }

  @Test("The next start removes an unfinished import and keeps other writes")
  func unfinished() async throws {
    let (owner, other) = (Owner(revision: 5), Owner())
    #expect(await harness.journal.create(other) == nil)
    #expect(await harness.journal.write(slice(owner, 3...4)) == nil)
    #expect(await harness.journal.changes(other, 2...3) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: other) == nil)
    await harness.journal.tick()
    #expect(try counts(harness) == [4, 4, 1])
    #expect(try await harness.journal.load(owner.id) == nil)
    try await withJournal(in: try harness.crashed()) { (again) async throws in
      #expect(try counts(again) == [2, 2, 1])
      #expect(try await again.journal.history(other) == [2, 3])
      #expect(await again.journal.write(slice(owner, 3...5)) == nil)
      #expect(await again.journal.write(.add(imported(owner))) == nil)
      #expect(try await again.journal.history(owner) == [3, 4, 5])
    }
  }

  @Test("A start that ends while it removes an unfinished import has removed nothing")
  func interruptedRemoval() async throws {
    let owner = Owner(revision: 5)
    #expect(await harness.journal.write(slice(owner, 3...4)) == nil)
    let directory = try harness.crashed()
    let connection = try Connection(path: directory + "/navstate.db", mode: .existing)
    try connection.run(
      "CREATE TRIGGER ending BEFORE DELETE ON revisions BEGIN SELECT raise(ABORT, 'the process ends'); END")
    await #expect(throws: PersistenceError.self) { try await withJournal(in: directory) { _ in } }
    try connection.run("DROP TRIGGER ending")
    #expect(try connection.integer("SELECT count(*) FROM changes") == 2)
    try await withJournal(in: directory) { (again) async throws in
      #expect(try counts(again) == [0, 0, 0])
      #expect(await again.journal.write(slice(owner, 3...5)) == nil)
    }
  }

  @Test("A failed import can be repeated, whether its rows were removed or not", arguments: [false, true])
  func failed(isRemoved: Bool) async throws {
    let owner = Owner(revision: 5)
    #expect(await harness.journal.write(slice(owner, 3...4)) == nil)
    if isRemoved {
      #expect(await harness.journal.write(.dropImport(owner.id, revisions: 3..<5, isLast: true)) == nil)
      #expect(try counts(harness) == [0, 0, 0])
    }
    #expect(await harness.journal.write(slice(owner, 3...5)) == nil)
    #expect(await harness.journal.write(.add(imported(owner))) == nil)
    #expect(try counts(harness) == [3, 3, 1])
  }

  @Test("The low-water mark passes the changes of a finished import")
  func lowWater() async throws {
    let (owner, other) = (Owner(revision: 5), Owner())
    #expect(await harness.journal.write(slice(owner, 3...5)) == nil)
    #expect(await harness.journal.write(.add(imported(owner))) == nil)
    #expect(await harness.journal.create(other) == nil)
    await harness.journal.tick()
    #expect(try harness.integer("SELECT low_water FROM progress") == 4)
  }
}
