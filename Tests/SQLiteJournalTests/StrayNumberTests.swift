import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Invalid numbers in the database", .journal)
struct StrayNumberTests {
  let harness = JournalHarness.current

  private func run(_ sql: String, in harness: JournalHarness) throws {
    try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(sql)
  }

  @Test("A time outside the supported range is clamped in the history")
  func history() async throws {
    let owner = await harness.owner(at: 3)
    try run("UPDATE changes SET at = \(Int64.max) WHERE revision = 3", in: harness)
    let query = HistoryPageQuery(session: owner.id, after: 0, limit: 9)
    let items = try await harness.journal.history(query)
    #expect(items.items.map(\.at) == [2000, 253_402_300_799_999])
  }

  @Test("The search for excess history ignores sessions with invalid revision numbers")
  func excess() async throws {
    for revision in [Int64.min, 0, .max] {
      let owner = await harness.owner()
      harness.clock.advance(1_000)
      await harness.journal.tick()
      try run(
        "UPDATE session_rows SET revision = \(revision), oldest = \(Int64.max) WHERE id = '\(owner.id.text)'",
        in: harness
      )
    }
    let query = ExcessQuery(after: nil, revisions: 1, before: .max, limit: 9)
    let page = try await harness.journal.excess(query)
    #expect(page.items.isEmpty)
  }

  @Test("Stored numbers out of range are read as the nearest valid ones", arguments: [Int64.min, .max])
  func clamped(number: Int64) {
    #expect(Timer.moments.contains(StoredNumber.moment(number)))
    #expect((0...UndoState.largest).contains(Int(StoredNumber.count(number))))
    #expect((200...599).contains(StoredNumber.status(number)))
  }

  @Test("A chain of changes ends at a change that refers to a later one")
  func chain() async throws {
    let owner = await harness.owner(at: 5)
    try run("UPDATE changes SET state_of = 5 WHERE revision = 3", in: harness)
    #expect(try await harness.journal.past(owner.id, .undoPath(from: 5, floor: 1, limit: 100)) == [5, 4])
  }

  @Test("A journal opens with a negative low-water mark", arguments: [Int64.min, -1])
  func lowWater(mark: Int64) throws {
    try withFolder { directory in
      _ = try SQLiteJournal.migrate(directory: directory, now: 1)
      try Connection(path: directory + "/navstate.db", mode: .existing).run("UPDATE progress SET low_water = \(mark)")
      #expect(try SQLiteJournal(directory: directory, clock: { 1 }).close() == nil)
    }
  }

  @Test("A journal does not open when its change numbers are exhausted", arguments: [Int64.max, 1 << 60, 1 << 40])
  func numbering(seq: Int64) throws {
    try withFolder { directory in
      _ = try SQLiteJournal.migrate(directory: directory, now: 1)
      try Connection(path: directory + "/navstate.db", mode: .existing).run(
        """
        INSERT INTO changes (seq, session, revision, at, action, edits, outputs)
        VALUES (\(seq), 's', 2, 1, '{}', '[]', '[]')
        """)
      #expect(throws: PersistenceError.self) { _ = try SQLiteJournal(directory: directory, clock: { 1 }) }
    }
  }
}
