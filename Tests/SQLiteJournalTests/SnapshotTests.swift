import SQLiteJournal
import Sessions
import Testing

@Suite("Snapshots", .journal)
struct SnapshotTests {
  let harness = JournalHarness.current

  @Test("A requested snapshot is stored, and the views show it")
  func asked() async throws {
    let owner = await harness.owner(at: 3)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT revision FROM session_rows") == 3)
    #expect(try harness.integer("SELECT value FROM counters WHERE route = 'counter' AND name = 'count'") == 3)
    #expect(try harness.integer("SELECT count(*) FROM counters") == 1)
    #expect(try harness.integer("SELECT count(*) FROM history WHERE at = '1970-01-01T00:00:03.000Z'") == 1)
    #expect(try await harness.journal.load(owner.id)?.changes.isEmpty == true)
  }

  @Test("A list and a load show the last snapshot with the changes after it, and the view says how many there are")
  func behind() async throws {
    let owner = await harness.owner(at: 3)
    #expect(try harness.integer("SELECT behind FROM sessions") == 2)
    #expect(try harness.integer("SELECT count(*) FROM history") == 2)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT behind FROM sessions") == 0)
    #expect(try harness.integer("SELECT count(*) FROM history") == 2)
  }

  @Test("Of many requested snapshots a transaction with other writes stores a few, and all requests are answered")
  func many() async throws {
    let owners = (0..<40).map { _ in Owner() }
    for owner in owners {
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
    }
    let resume = await harness.journal.pause()
    await withTaskGroup { group in
      for owner in owners { group.addTask { await harness.journal.failure(storingSnapshotOf: owner) == nil } }
      while harness.journal.statistics.waiting < owners.count { await Task.yield() }
      resume()
      for await isStored in group { #expect(isStored) }
    }
    #expect(harness.journal.statistics.snapshots == 40)
    #expect(try harness.integer("SELECT count(*) FROM session_rows WHERE revision = 2") == 40)
  }

  @Test("A snapshot is stored after one second without writes")
  func idle() async throws {
    _ = await harness.owner(at: 2)
    harness.clock.advance(999)
    await harness.journal.tick()
    #expect(harness.journal.statistics.sessionsBehind == 1)
    harness.clock.advance(1)
    await harness.journal.tick()
    #expect(harness.journal.statistics.sessionsBehind == 0)
    #expect(try harness.integer("SELECT low_water = (SELECT max(seq) FROM changes) FROM progress") == 1)
  }

  @Test("Snapshots are stored at rest after the clock was set back")
  func clockSetBack() async throws {
    let (early, late) = (await harness.owner(), await harness.owner())
    harness.clock.advance(3_600_000)
    #expect(await harness.journal.change(early, 2) == nil)
    harness.clock.advance(-3_600_000)
    #expect(await harness.journal.change(late, 2) == nil)
    harness.clock.advance(1_000)
    await harness.journal.tick()
    #expect(harness.journal.statistics.sessionsBehind == 0)
  }

  @Test("The snapshot of a session that is a minute behind is stored in the same commit as other writes")
  func overdue() async throws {
    let (owner, busy) = (await harness.owner(), await harness.owner())
    #expect(await harness.journal.change(owner, 2) == nil)
    let resume = await harness.journal.pause()
    async let written = harness.journal.change(busy, 2)
    while harness.journal.statistics.waiting < 1 { await Task.yield() }
    harness.clock.advance(60_000)
    let before = harness.journal.statistics
    resume()
    #expect(await written == nil)
    #expect(harness.journal.statistics.snapshots == 1)
    #expect(harness.journal.statistics.commits == before.commits + 1)
  }

  @Test("A snapshot can have a revision that is not the newest")
  func partial() async throws {
    let owner = await harness.owner(at: 5)
    owner.commit(3)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT group_concat(revision) = '2,3' FROM revisions") == 1)
    #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [4, 5])
    #expect(try await harness.journal.history(owner) == [2, 3, 4, 5])
    owner.commit(5)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(harness.journal.statistics.sessionsBehind == 0)
  }

  @Test("A snapshot that was not stored can be stored again")
  func retry() async throws {
    let owner = await harness.owner(at: 2)
    harness.disk.fail(.full)
    guard case .full = await harness.journal.failure(storingSnapshotOf: owner) else {
      return _ = Issue.record("Succeeded")
    }
    harness.disk.heal()
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT revision FROM session_rows") == 2)
  }

  @Test("A snapshot is not stored while the clock is wrong, which would let answers expire")
  func wrongClock() async throws {
    let (owner, now) = (Owner(), harness.clock.now)
    #expect(await harness.journal.create(owner, record: owner.answer("k", at: now)) == nil)
    #expect(await harness.journal.change(owner, 2) == nil)
    harness.clock.advance(253_370_764_800_000)
    guard case .unavailable = await harness.journal.failure(storingSnapshotOf: owner) else {
      return _ = Issue.record("Succeeded")
    }
    harness.clock.advance(-253_370_764_800_000)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT count(*) FROM answers") == 1)
    #expect(try harness.integer("SELECT revision FROM session_rows") == 2)
  }

  @Test("A snapshot deletes expired idempotency records")
  func expired() async throws {
    let owner = Owner()
    #expect(await harness.journal.create(owner, record: owner.answer("k", at: harness.clock.now)) == nil)
    #expect(await harness.journal.change(owner, 2) == nil)
    harness.clock.advance(86_400_000)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT count(*) FROM answers") == 0)
  }
}
