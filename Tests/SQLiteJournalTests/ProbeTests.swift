import Foundation
@testable import SQLiteJournal
import Sessions
import Testing

@Suite("Probes of the database", .journal)
struct ProbeTests {
  let harness = JournalHarness.current

  @Test("A probe leaves no rows and is written to the log")
  func clean() async throws {
    let commits = harness.journal.statistics.commits
    #expect(await harness.journal.write(.probe) == nil)
    #expect(harness.journal.statistics.commits == commits + 1)
    #expect(harness.journal.statistics.logPages > 0)
    for table in ["session_rows", "changes", "revisions"] {
      #expect(try harness.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    _ = await harness.owner(at: 2)
  }

  @Test("A probe fails while the disk is full, and succeeds afterwards")
  func full() async throws {
    harness.disk.fail(.full)
    guard case .full = await harness.journal.write(.probe) else { return _ = Issue.record("Succeeded") }
    harness.disk.heal()
    #expect(await harness.journal.write(.probe) == nil)
  }

  @Test("A probe fails on a damaged page of a session table, and the damage is reported once")
  func damaged() async throws {
    #expect(await harness.journal.write(.probe) == nil)
    try harness.damageRoot(of: "session_rows")
    for _ in 1...2 {
      guard case .unavailable = await harness.journal.write(.probe) else { return _ = Issue.record("Succeeded") }
    }
    let notes = harness.notes.all.compactMap { if case .damaged(let reason)? = $0 { reason } else { nil } }
    #expect(notes.count == 1, "\(notes)")
  }
}

@Suite("Clocks outside the supported range", .journal)
struct ClockRangeTests {
  let harness = JournalHarness.current

  @Test(
    "Changes fail as unavailable while the clock is outside its range",
    arguments: [Int64.min / 2, -1, 253_370_764_800_000, Int64.max / 2])
  func refused(now: Int64) async throws {
    let (owner, before) = (Owner(), harness.clock.now)
    #expect(await harness.journal.create(owner) == nil)
    harness.clock.advance(now - before)
    guard case .unavailable(let reason) = await harness.journal.change(owner, 2) else {
      return _ = Issue.record("\(now)")
    }
    #expect(reason.contains("clock"))
    #expect(harness.notes.all == [.unavailable(reason)])
    harness.clock.advance(before - now)
    #expect(await harness.journal.change(owner, 2) == nil)
    #expect(harness.notes.all == [.unavailable(reason), nil])
  }
}

extension JournalHarness {
  fileprivate func damageRoot(of table: String) throws {
    let path = directory + "/navstate.db"
    let other = try Connection(path: path, mode: .existing)
    // A write of another connection makes the writer read its pages again.
    try other.run("UPDATE progress SET low_water = low_water + 1; PRAGMA wal_checkpoint(TRUNCATE)")
    let root = try #require(try other.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'"))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(root - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try file.close()
  }
}
