import Foundation
import SQLite
import Sessions
import Testing

@testable import Persistence

@Suite("A damaged database")
struct DamageTests {
  // MARK: A page

  @Test("quarantines the sessions of a damaged page, tells of each once, and the others go on")
  func page() async throws {
    try await withJournal { (harness) async throws in
      let owners = (0..<60).map { _ in Owner() }
      for owner in owners {
        #expect(await harness.journal.create(owner) == nil)
        #expect(await harness.journal.change(owner, 2) == nil)
      }
      harness.clock.advance(1_000)
      await harness.journal.tick()
      try damageLeaf(of: "screen_rows", in: harness)
      var damaged: [SessionID] = []
      for owner in owners {
        #expect(await harness.journal.change(owner, 3) == nil)
        if await harness.journal.project(owner) != nil { damaged.append(owner.id) }
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
  }

  @Test("of which every page is damaged has nothing acknowledged, and quarantines nobody for it")
  func journal() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      try damageLeaf(of: "changes", in: harness)
      guard case .unavailable = await harness.journal.change(owner, 2) else { return _ = Issue.record("written") }
      #expect(harness.notes.damaged == [])
    }
  }

  // MARK: The log

  @Test("is refused for a flipped bit in the log, wherever transactions stand behind it, and left as it is")
  func log() async throws {
    try await withCrashed { (directory, frames) in
      let log = directory + "/navstate.db-wal"
      let sound = try Data(contentsOf: URL(filePath: log))
      #expect(WALValidator.damage(inLogOf: directory + "/navstate.db") == nil)
      // The page, its checksum, its salt, and whether it ends a transaction.
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

  @Test("is opened when the last transaction of the log is not whole: a crash leaves that")
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

  @Test("is opened when a transaction that failed has left its frames behind the end of the log")
  func leftovers() async throws {
    try await withJournal { (harness) async throws in
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
  }

  /// Runs `body` on what a kill leaves after some transactions, and how many frames its log has.
  private func withCrashed(_ body: (String, Int) throws -> Void) async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      let other = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
      try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(await harness.journal.changes(owner, 2...9) == nil)
      let directory = try harness.crashed()
      defer { try? FileManager.default.removeItem(atPath: directory) }
      let log = try Data(contentsOf: URL(filePath: directory + "/navstate.db-wal"))
      try body(directory, (log.count - 32) / (24 + 4096))
    }
  }

  private func damageLeaf(of table: String, in harness: JournalHarness) throws {
    let path = harness.directory + "/navstate.db"
    let other = try Connection(path: path, mode: .existing)
    // The writer looks at its pages anew after somebody else's change.
    try other.run("UPDATE progress SET low_water = low_water; PRAGMA wal_checkpoint(TRUNCATE)")
    let leaf = try other.integer("SELECT max(pageno) FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf'")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(try #require(leaf) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try file.close()
  }
}
