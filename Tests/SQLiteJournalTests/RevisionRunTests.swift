@testable import SQLiteJournal
import Testing

@testable import Sessions

@Suite("Rows of the table `revisions`")
struct RevisionRunTests {
  private func entries(_ revisions: ClosedRange<Int>) -> [ProjectionBacklog.Entry] {
    revisions.map { ProjectionBacklog.Entry(revision: $0, seq: Int64(10 * $0)) }
  }

  @Test("A row of `revisions` has consecutive revisions, at most 64")
  func runs() {
    let runs = RevisionRun.runs(of: entries(2...130) + entries(132...133))
    #expect(runs.map(\.revisions) == [2..<66, 66..<130, 130..<131, 132..<134])
    #expect(runs[0][65] == 650 && runs[0][66] == nil && runs[0][1] == nil)
    #expect(runs[3].more == Array("[1330]".utf8) && runs[2].more == nil)
    #expect(RevisionRun.runs(of: []).isEmpty)
  }

  @Test(
    "Removing revisions divides a row of `revisions` into the parts before and after them",
    arguments: [(0..<100, []), (0..<5, [5..<10]), (7..<100, [3..<7]), (5..<6, [3..<5, 6..<10]), (10..<20, [3..<10])])
  func parts(removed: Range<Int>, expected: [Range<Int>]) {
    let run = RevisionRun.runs(of: entries(3...9))[0]
    let parts = run.parts(without: removed)
    #expect(parts.map(\.revisions) == expected)
    for part in parts { #expect(part.revisions.allSatisfy { part[$0] == run[$0] }) }
  }

  @Test("The history skips a missing row of `revisions`, and fails on a damaged row")
  func damage() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      for last in [3, 5, 7] {
        #expect(await harness.journal.changes(owner, (last - 1)...last) == nil)
        #expect(await harness.journal.failure(projecting: owner) == nil)
      }
      #expect(try harness.integer("SELECT count(*) FROM revisions") == 3)
      #expect(try harness.integer("SELECT count(*) FROM history") == 6)
      let connection = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
      try connection.run("DELETE FROM revisions WHERE revision = 4")
      #expect(try await harness.journal.history(owner) == [2, 3, 6, 7])
      #expect(try await harness.journal.history(owner, after: 4) == [6, 7])
      #expect(try await harness.journal.history(owner, after: .max).isEmpty)
      for damage in ["more = '[1'", "more = '{}'", "revision = 0", "revision = \(Int64.max)"] {
        try connection.run("SAVEPOINT damage; UPDATE revisions SET \(damage) WHERE revision = 6; RELEASE damage")
        if damage == "more = '{}'" {
          #expect(try await harness.journal.history(owner) == [2, 3, 6])
        } else {
          await #expect(throws: (any Error).self, "\(damage)") { try await harness.journal.history(owner) }
        }
        try connection.run("UPDATE revisions SET revision = 6, more = NULL WHERE revision NOT IN (2)")
      }
    }
  }

  @Test("A row of `revisions` with a text in the place of its number is damaged")
  func misplaced() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.changes(owner, 2...3) == nil)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      let path = harness.directory + "/navstate.db"
      try Connection(path: path, mode: .existing).run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema
        SET sql = replace(replace(sql, ' STRICT,', ''), 'revision INTEGER', 'revision BLOB') WHERE name = 'revisions'
        """)
      try Connection(path: path, mode: .existing).run("UPDATE revisions SET revision = '1e400'")
      await #expect(throws: JournalFailure.self) { try await harness.journal.history(owner) }
      await #expect(throws: JournalFailure.self) { try await harness.journal.outputs(owner) }
    }
  }
}
