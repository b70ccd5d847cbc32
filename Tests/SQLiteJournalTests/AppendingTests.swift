import SQLiteJournal
import Sessions
import TestSupport
import Testing

@Suite("Writes to the journal", .journal)
struct AppendingTests {
  let harness = JournalHarness.current

  @Test("A created session is loaded as it was written")
  func createAndLoad() async throws {
    let owner = Owner()
    let answer = owner.answer("k", at: harness.clock.now)
    #expect(await harness.journal.create(owner, record: answer) == nil)
    let stored = try #require(try await harness.journal.load(owner.id))
    let written = owner.snapshot(at: 1)
    #expect(stored.session == written.session)
    #expect(stored.navigation[...] == written.navigation)
    #expect(stored.changes.isEmpty)
    #expect(stored.idempotencyRecords == [answer])
    #expect(try await harness.journal.load(Owner().id) == nil)
  }

  @Test("Changes after the snapshot are loaded with their session, in order")
  func laterChanges() async throws {
    let owner = await harness.owner(at: 4)
    let stored = try #require(try await harness.journal.load(owner.id))
    #expect(stored.session.revision == 1)
    #expect(stored.changes.map(\.revision) == [2, 3, 4])
    #expect(stored.changes.map(\.at) == [2000, 3000, 4000])
    #expect(stored.changes.map(\.edits) == [Array("[2]".utf8), Array("[3]".utf8), Array("[4]".utf8)])
    #expect(stored.changes.map(\.outputs) == Array(repeating: Array("[]".utf8), count: 3))
  }

  @Test("All waiting writes share one transaction")
  func groupCommit() async throws {
    let owners = (0..<100).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    let resume = await harness.journal.pause()
    let before = harness.journal.statistics.commits
    await withTaskGroup { group in
      for owner in owners { group.addTask { await harness.journal.change(owner, 2) == nil } }
      while harness.journal.statistics.waiting < owners.count { await Task.yield() }
      resume()
      for await isWritten in group { #expect(isWritten) }
    }
    #expect(harness.journal.statistics.commits == before + 1)
    #expect(harness.journal.statistics.largestBatch == 100)
  }

  @Test("A write to a full queue is rejected, and its completion is not called")
  func full() async throws {
    try await withJournal(capacity: 2) { (harness) async throws in
      let owner = Owner()
      let resume = await harness.journal.pause()
      let isCreated = harness.journal.submit(.create(owner.snapshot(at: 1))) { _ in }
      let isChanged = harness.journal.submit(.change(owner.change(2), of: owner)) { _ in }
      let isTooMuch = harness.journal.submit(.change(owner.change(3), of: owner)) { _ in Issue.record("called") }
      #expect([isCreated, isChanged, isTooMuch] == [true, true, false])
      resume()
      await harness.journal.tick()
      #expect(try await harness.journal.load(owner.id)?.changes.map(\.revision) == [2])
    }
  }

  @Test("A duplicate app key fails alone and not the other writes of its transaction")
  func culprit() async throws {
    let key = StoredAppKey(app: "shop", name: "till", hash: [1, 2], createdAt: 5)
    #expect(await harness.journal.write(.appKey(.add(key))) == nil)
    let owner = Owner()
    let resume = await harness.journal.pause()
    async let created = harness.journal.create(owner)
    async let added = harness.journal.write(.appKey(.add(key)))
    while harness.journal.statistics.waiting < 2 { await Task.yield() }
    resume()
    #expect(await created == nil)
    guard case .damaged = await added else { Issue.record("The key was added twice"); return }
    #expect(try harness.journal.appKeys() == [key])
    #expect(try await harness.journal.load(owner.id) != nil)
  }

  @Test("A withdrawn version of an app has its time of withdrawal until it is reinstated")
  func withdrawal() async throws {
    let apps = (1...3).map { StoredApp(name: "shop", version: $0, definition: Array("{}".utf8), createdAt: 5) }
    for app in apps { #expect(await harness.journal.write(.define(app)) == nil) }
    #expect(await harness.journal.write(.withdraw(app: "shop", versions: [1, 3], at: 7)) == nil)
    #expect(try harness.journal.apps().map(\.withdrawnAt) == [7, nil, 7])
    #expect(await harness.journal.write(.reinstate(app: "shop", version: 3)) == nil)
    #expect(try harness.journal.apps().map(\.withdrawnAt) == [7, nil, nil])
    #expect(try harness.journal.apps()[1...] == apps[1...])
  }

  @Test func `The rollout of an app is kept until it is replaced or removed`() async throws {
    let rollouts = [Rollout(current: 1), Rollout(current: 1, next: 2, share: 1_234, by: .session)]
    for rollout in rollouts {
      #expect(try Rollout(stored: rollout.text) == rollout)
      #expect(await harness.journal.write(.rollout(rollout, of: "shop")) == nil)
      #expect(try harness.journal.rollouts() == [StoredRollout(app: "shop", text: rollout.text)])
    }
    #expect(await harness.journal.write(.rollout(nil, of: "shop")) == nil)
    #expect(try harness.journal.rollouts() == [])
  }

  @Test("An idempotency record is kept for 24 hours, and can then be replaced")
  func answers() async throws {
    let owner = Owner()
    let day: Int64 = 86_400_000
    let start = harness.clock.now
    #expect(await harness.journal.create(owner) == nil)
    #expect(await harness.journal.change(owner, 2, record: owner.answer("k", at: start)) == nil)
    harness.clock.advance(day - 1)
    #expect(try await harness.journal.load(owner.id)?.idempotencyRecords == [owner.answer("k", at: start)])
    guard case .damaged = await harness.journal.write(.record(owner.answer("k", at: start + day - 1))) else {
      Issue.record("A record was replaced too early"); return
    }
    harness.clock.advance(1)
    #expect(try await harness.journal.load(owner.id)?.idempotencyRecords == [])
    #expect(await harness.journal.write(.record(owner.answer("k", at: start + day))) == nil)
    #expect(try await harness.journal.load(owner.id)?.idempotencyRecords == [owner.answer("k", at: start + day)])
  }

  @Test("The idempotency record of a creation is found by its key for 24 hours")
  func creations() async throws {
    let answer = IdempotencyRecord(
      session: nil, key: "k", fingerprint: [1], status: 201, revision: 1, body: Array("{}".utf8),
      at: harness.clock.now)
    #expect(await harness.journal.create(Owner(), record: answer) == nil)
    #expect(try await harness.journal.idempotencyRecord(for: "k") == answer)
    #expect(try await harness.journal.idempotencyRecord(for: "other") == nil)
    harness.clock.advance(86_400_000)
    #expect(try await harness.journal.idempotencyRecord(for: "k") == nil)
  }

  @Test("Deleting a session deletes all its rows")
  func delete() async throws {
    let (owner, other) = (await harness.owner(), await harness.owner())
    harness.clock.advance(1_000)
    await harness.journal.tick()
    #expect(await harness.journal.change(owner, 2, record: owner.answer("k", at: harness.clock.now)) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(await harness.journal.changes(owner, 3...4) == nil)
    #expect(await harness.journal.change(other, 2) == nil)
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try await harness.journal.load(owner.id) == nil)
    for table in ["sessions", "containers", "screens", "changes", "history"] {
      #expect(try harness.integer("SELECT count(*) FROM \(table)") == 1, "\(table)")
    }
    #expect(try harness.integer("SELECT (SELECT count(*) FROM revisions) + (SELECT count(*) FROM answers)") == 0)
    #expect(harness.journal.statistics.sessionsBehind == 1)
  }
}
