import Foundation
@testable import SQLiteJournal
import Sessions
import Testing

@Suite("A damaged database", .journal)
struct DamageTests {
  let harness = JournalHarness.current

  // MARK: A page

  @Test("Sessions on a damaged page are quarantined and reported once, and other sessions continue")
  func page() async throws {
    let owners = (0..<60).map { _ in Owner() }
    for owner in owners {
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
    }
    harness.clock.advance(1_000)
    await harness.journal.tick()
    try damageLeaf(of: "session_rows", in: harness)
    var damaged: [SessionID] = []
    for owner in owners {
      #expect(await harness.journal.change(owner, 3) == nil)
      if await harness.journal.failure(storingSnapshotOf: owner) != nil { damaged.append(owner.id) }
    }
    #expect(!damaged.isEmpty && damaged.count < owners.count)
    #expect(harness.notes.damaged == damaged)
    for owner in owners {
      let failure = await harness.journal.change(owner, 4)
      guard damaged.contains(owner.id) else {
        #expect(failure == nil)
        continue
      }
      guard case .damaged = failure else { return _ = Issue.record("\(owner.id): \(failure as Any)") }
    }
    #expect(harness.quarantine.count == damaged.count)
  }

  @Test("Damage in the table of changes fails a write as unavailable and quarantines no session")
  func journal() async throws {
    let owner = await harness.owner()
    try damageLeaf(of: "changes", in: harness)
    guard case .unavailable = await harness.journal.change(owner, 2) else { return _ = Issue.record("Succeeded") }
    #expect(harness.notes.damaged == [])
  }

  // MARK: The log

  @Test("A log with a flipped bit before later transactions is rejected and left unchanged")
  func log() async throws {
    try await withCrashed { (directory, frames) in
      let log = directory + "/navstate.db-wal"
      let sound = try Data(contentsOf: URL(filePath: log))
      #expect(WALValidator.damage(inLogOf: directory + "/navstate.db") == nil)
      // Offsets in the page, the checksum, the salt and the commit mark of a frame.
      for offset in [24 + 100, 16, 8, 7] {
        var damaged = sound
        damaged[32 + 3 * (24 + 4096) + offset] ^= 1
        try damaged.write(to: URL(filePath: log))
        let error = #expect(throws: PersistenceError.self) { try SQLiteJournal(directory: directory, clock: { 1 }) }
        guard case .damagedLog(_, let detail) = error else { return _ = Issue.record("\(offset): \(error as Any)") }
        #expect(detail.hasPrefix("frame 4 of the \(frames) "))
        #expect(try Data(contentsOf: URL(filePath: log)) == damaged)
        let check = try DatabaseCheck(of: directory + "/navstate.db", now: 1)
        #expect(try check.faults().first?.hasPrefix("frame 4 of the \(frames) ") == true)
      }
    }
  }

  @Test("A journal opens when a crash has left the last transaction of its log incomplete")
  func torn() async throws {
    try await withCrashed { (directory, frames) in
      let log = directory + "/navstate.db-wal"
      var torn = try Data(contentsOf: URL(filePath: log))
      torn[32 + (frames - 1) * (24 + 4096) + 100] ^= 1
      try torn.write(to: URL(filePath: log))
      #expect(WALValidator.damage(inLogOf: directory + "/navstate.db") == nil)
      #expect(try SQLiteJournal(directory: directory, clock: { 1 }).close() == nil)
    }
  }

  @Test("Frames of failed transactions beyond the end of the log are not reported as damage")
  func leftovers() async throws {
    let owners = (0..<40).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    harness.disk.fail(.unsynced)
    for count in [40, 20] {
      let resume = await harness.journal.pause()
      await withTaskGroup { group in
        for owner in owners[..<count] { group.addTask { await harness.journal.change(owner, 2) } }
        while harness.journal.statistics.waiting < count { await Task.yield() }
        resume()
        for await failure in group { #expect(failure != nil) }
      }
    }
    harness.disk.heal()
    #expect(await harness.journal.change(owners[0], 2) == nil)
    let directory = try harness.crashed()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    #expect(WALValidator.damage(inLogOf: directory + "/navstate.db") == nil)
  }

  /// Runs `body` with a copy of the folder after a crash, and with the number of frames of its log.
  private func withCrashed(_ body: (String, Int) throws -> Void) async throws {
    let owner = await harness.owner()
    let other = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(await harness.journal.changes(owner, 2...9) == nil)
    let directory = try harness.crashed()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let log = try Data(contentsOf: URL(filePath: directory + "/navstate.db-wal"))
    try body(directory, (log.count - 32) / (24 + 4096))
  }

  private func damageLeaf(of table: String, in harness: JournalHarness) throws {
    let path = harness.directory + "/navstate.db"
    let other = try Connection(path: path, mode: .existing)
    // A write of another connection makes the writer read its pages again.
    try other.run("UPDATE progress SET low_water = low_water; PRAGMA wal_checkpoint(TRUNCATE)")
    let leaf = try other.integer("SELECT max(pageno) FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf'")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(try #require(leaf) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try file.close()
  }
}
