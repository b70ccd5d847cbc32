import Foundation
import SQLiteJournal
import Sessions
import Testing

@Suite("Restarts", .journal)
struct RestartTests {
  let harness = JournalHarness.current

  @Test("A restart after a crash finds each acknowledged change once")
  func kill() async throws {
    let (owner, shown) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.changes(owner, 2...3) == nil)
    #expect(await harness.journal.change(shown, 2) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: shown) == nil)
    #expect(await harness.journal.change(owner, 4) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(again.journal.behind == [owner.id])
      #expect(try await again.journal.load(owner.id)?.changes.map(\.revision) == [2, 3, 4])
      #expect(try await again.journal.load(shown.id)?.session.revision == 2)
      #expect(try await again.journal.history(owner) == [2, 3, 4])
      let loaded = Owner(owner.id, revision: 4)
      #expect(await again.journal.change(loaded, 5) == nil)
      #expect(await again.journal.failure(storingSnapshotOf: loaded) == nil)
      #expect(try again.integer("SELECT revision FROM session_rows WHERE id = '\(owner.id.text)'") == 5)
      #expect(again.journal.statistics.sessionsBehind == 0)
    }
  }

  @Test("A snapshot of changes that a restart has found can be stored before any other write")
  func projectFound() async throws {
    let owner = await harness.owner(at: 2)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(await again.journal.failure(storingSnapshotOf: Owner(owner.id, revision: 2)) == nil)
      try await withJournal(in: again.crashed()) { #expect($0.journal.behind == []) }
    }
  }

  @Test("A shutdown leaves the tables up to date and the log empty")
  func shutdown() async throws {
    let owners = (0..<70).map { _ in Owner() }
    for owner in owners {
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
    }
    let directory = try harness.crashed()
    let journal = try SQLiteJournal(directory: directory, clock: { 1 })
    for owner in owners { #expect(await journal.failure(storingSnapshotOf: Owner(owner.id, revision: 2)) == nil) }
    #expect(await journal.changes(owners[0], 3...4) == nil)
    #expect(journal.close() == nil)
    #expect(try Data(contentsOf: URL(filePath: directory + "/navstate.db-wal")).isEmpty)
    try await withJournal(in: directory) { (again) async throws in
      #expect(again.journal.behind == [])
      #expect(try again.integer("SELECT sum(revision) FROM session_rows") == 69 * 2 + 4)
    }
  }

  @Test("A restart does not reuse the number of a deleted change")
  func deletedChange() async throws {
    let (owner, gone) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.change(gone, 2) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: gone) == nil)
    await harness.journal.tick()
    #expect(await harness.journal.write(.delete(gone.id)) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(await again.journal.change(owner, 2) == nil)
      try await withJournal(in: again.crashed()) { #expect($0.journal.behind == [owner.id]) }
    }
  }
}
