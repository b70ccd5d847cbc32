import SQLiteJournal
import Sessions
import Synchronization
import Testing

@Suite("A failing disk", .journal)
struct FailingDiskTests {
  let harness = JournalHarness.current

  @Test("A write on a full disk fails as full and changes nothing, and reads continue")
  func full() async throws {
    let owner = await harness.owner(at: 2)
    harness.disk.fail(.full)
    guard case .full = await harness.journal.change(owner, 3) else { return _ = Issue.record("Succeeded") }
    #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [2])
    harness.disk.heal()
    #expect(await harness.journal.change(owner, 3) == nil)
    #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [2, 3])
  }

  @Test("A write whose sync fails leaves no rows")
  func unsynced() async throws {
    let (owner, failed) = (Owner(), Owner())
    #expect(await harness.journal.create(owner) == nil)
    harness.disk.fail(.unsynced)
    guard case .unavailable = await harness.journal.create(failed) else { return _ = Issue.record("Succeeded") }
    guard case .unavailable = await harness.journal.change(owner, 2) else { return _ = Issue.record("Succeeded") }
    harness.disk.heal()
    #expect(await harness.journal.change(owner, 2) == nil)
    #expect(try await harness.journal.load(failed.id) == nil)
    #expect(try harness.integer("SELECT count(*) FROM changes") == 1)
    #expect(try harness.integer("SELECT count(*) FROM session_rows") == 1)
  }

  @Test("Writes fail while a creation from before a failed sync is missing")
  func lostCreation() async throws {
    let owner = await harness.owner()
    harness.disk.fail(.unsynced)
    #expect(await harness.journal.create(Owner()) != nil)
    harness.disk.heal()
    let other = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    try other.run("CREATE TEMP TABLE lost AS SELECT * FROM session_rows")
    try other.run("DELETE FROM session_rows")
    guard case .unavailable(let reason) = await harness.journal.create(Owner()) else { return _ = Issue.record() }
    #expect(reason.contains("revision 1 of \(owner.id.text) was acknowledged and is missing"))
    try other.run("INSERT INTO session_rows SELECT * FROM lost")
    #expect(await harness.journal.create(Owner()) == nil)
  }

  @Test("Writes fail while a change from before a failed sync is missing")
  func lost() async throws {
    let owner = await harness.owner(at: 3)
    harness.disk.fail(.unsynced)
    #expect(await harness.journal.change(owner, 4) != nil)
    harness.disk.heal()
    let other = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    try other.run("CREATE TEMP TABLE lost AS SELECT * FROM changes WHERE revision = 3")
    try other.run("DELETE FROM changes WHERE revision = 3")
    for _ in 0..<2 {
      guard case .unavailable(let reason) = await harness.journal.change(owner, 4) else { return _ = Issue.record() }
      #expect(reason.contains("revision 3 of \(owner.id.text) was acknowledged and is missing"))
    }
    try other.run("INSERT INTO changes SELECT * FROM lost")
    #expect(await harness.journal.change(owner, 4) == nil)
  }

  @Test("Writes fail as unavailable while the disk is gone, and succeed afterwards")
  func gone() async throws {
    let owner = await harness.owner()
    harness.disk.fail(.gone)
    for _ in 0..<3 {
      guard case .unavailable = await harness.journal.change(owner, 2) else { return _ = Issue.record("Succeeded") }
    }
    #expect(harness.journal.statistics.failures == 3)
    harness.disk.heal()
    #expect(await harness.journal.changes(owner, 2...3) == nil)
    #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [2, 3])
  }

  @Test("A disk failure is reported once, and so is the recovery")
  func noted() async throws {
    let owner = await harness.owner()
    harness.disk.fail(.full)
    for _ in 0..<3 { #expect(await harness.journal.change(owner, 2) != nil) }
    harness.disk.heal()
    #expect(await harness.journal.changes(owner, 2...4) == nil)
    guard case .full = harness.notes.all.first ?? nil else { return _ = Issue.record("\(harness.notes.all)") }
    #expect(harness.notes.all.dropFirst() == [nil])
  }

  @Test("A failed commit fails all writes of its transaction")
  func wholeTransaction() async throws {
    let owners = (0..<3).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    let resume = await harness.journal.pause()
    harness.disk.fail(.full)
    await withTaskGroup { group in
      for owner in owners { group.addTask { await harness.journal.change(owner, 2) } }
      while harness.journal.statistics.waiting < owners.count { await Task.yield() }
      resume()
      for await failure in group { #expect(failure != nil) }
    }
    #expect(harness.journal.statistics.failures == 1)
  }

  @Test("A change that is based on a failed change fails")
  func stale() async throws {
    let owner = await harness.owner()
    harness.disk.fail(.full)
    let outcomes = Outcomes()
    // A store may submit these before it rolls back. The stale ones are based on the failed 2, the new ones are not.
    let isQueued = harness.journal.submit(.change(owner.change(2), of: owner)) { failure in
      outcomes.record("2", failure)
      harness.disk.heal()
      for (name, revision) in [("stale 3", 3), ("stale 4", 4), ("new 2", 2), ("new 3", 3)] {
        _ = harness.journal.submit(.change(owner.change(revision), of: owner)) { outcomes.record(name, $0) }
      }
    }
    #expect(isQueued)
    await harness.journal.tick()
    await harness.journal.tick()
    #expect(outcomes.failed == ["2", "stale 3", "stale 4"])
    #expect(outcomes.written == ["new 2", "new 3"])
    #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [2, 3])
  }

  @Test("The tables fall behind while the disk fails, and catch up afterwards")
  func tables() async throws {
    _ = await harness.owner(at: 2)
    harness.disk.fail(.gone)
    harness.clock.advance(1000)
    await harness.journal.tick()
    #expect(harness.journal.statistics.sessionsBehind == 1)
    harness.disk.heal()
    harness.clock.advance(1000)
    await harness.journal.tick()
    #expect(harness.journal.statistics.sessionsBehind == 0)
    #expect(try harness.integer("SELECT revision FROM session_rows") == 2)
  }

  private final class Outcomes: Sendable {
    private let names = Mutex<(failed: [String], written: [String])>(([], []))

    func record(_ name: String, _ failure: JournalFailure?) {
      names.withLock { if failure == nil { $0.written.append(name) } else { $0.failed.append(name) } }
    }

    var failed: [String] { names.withLock { $0.failed } }
    var written: [String] { names.withLock { $0.written } }
  }
}
