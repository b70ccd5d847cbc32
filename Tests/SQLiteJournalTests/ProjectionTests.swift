import SQLiteJournal
import Sessions
import Testing

@Suite("Projections")
struct ProjectionTests {
  @Test("A requested projection updates the tables and their views")
  func asked() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.changes(owner, 2...3) == nil)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try harness.integer("SELECT revision FROM sessions") == 3)
      #expect(try harness.integer("SELECT value FROM counters WHERE route = 'counter' AND name = 'count'") == 3)
      #expect(try harness.integer("SELECT count(*) FROM counters") == 1)
      #expect(try harness.integer("SELECT count(*) FROM history WHERE at = '1970-01-01T00:00:03.000Z'") == 1)
      #expect(try await harness.journal.load(owner.id)?.changes.isEmpty == true)
    }
  }

  @Test("A session is projected after 64 changes, and not after 63")
  func sixtyFour() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.changes(owner, 2...64) == nil)
      await harness.journal.tick()
      #expect(harness.journal.statistics.projections == 0)
      #expect(await harness.journal.change(owner, 65) == nil)
      await harness.journal.tick()
      #expect(harness.journal.statistics.projections == 1)
      #expect(try harness.integer("SELECT revision FROM sessions") == 65)
      #expect(try harness.integer("SELECT count(*) FROM places") == 64)
    }
  }

  @Test("A session is projected after one second without writes")
  func idle() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      harness.clock.advance(999)
      await harness.journal.tick()
      #expect(harness.journal.statistics.sessionsBehind == 1)
      harness.clock.advance(1)
      await harness.journal.tick()
      #expect(harness.journal.statistics.sessionsBehind == 0)
      #expect(try harness.integer("SELECT low_water = (SELECT max(seq) FROM changes) FROM progress") == 1)
    }
  }

  @Test("A session that is a minute behind is projected in the same commit as other writes")
  func overdue() async throws {
    try await withJournal { (harness) async throws in
      let (owner, busy) = (Owner(), Owner())
      for owner in [owner, busy] { #expect(await harness.journal.create(owner) == nil) }
      #expect(await harness.journal.change(owner, 2) == nil)
      let resume = await harness.journal.pause()
      async let written = harness.journal.change(busy, 2)
      while harness.journal.statistics.waiting < 1 { await Task.yield() }
      harness.clock.advance(60_000)
      let before = harness.journal.statistics
      resume()
      #expect(await written == nil)
      #expect(harness.journal.statistics.projections == 1)
      #expect(harness.journal.statistics.commits == before.commits + 1)
    }
  }

  @Test("A projection can end at a revision that is not the newest")
  func partial() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.changes(owner, 2...5) == nil)
      owner.commit(3)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try harness.integer("SELECT group_concat(revision) = '2,3' FROM places") == 1)
      #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [4, 5])
      #expect(try await harness.journal.history(owner) == [2, 3, 4, 5])
      owner.commit(5)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(harness.journal.statistics.sessionsBehind == 0)
    }
  }

  @Test("A projection that fails can be repeated")
  func retry() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      harness.disk.fail(.full)
      guard case .full = await harness.journal.failure(projecting: owner) else { Issue.record("Succeeded"); return }
      harness.disk.heal()
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try harness.integer("SELECT revision FROM sessions") == 2)
    }
  }

  @Test("A projection deletes expired idempotency records")
  func expired() async throws {
    try await withJournal { (harness) async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner, record: owner.answer("k", at: harness.clock.now)) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      harness.clock.advance(86_400_000)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try harness.integer("SELECT count(*) FROM answers") == 0)
    }
  }
}
