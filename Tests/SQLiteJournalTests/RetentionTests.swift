@testable import SQLiteJournal
import Sessions
import Testing

@Suite("Pruning", .journal)
struct RetentionTests {
  let harness = JournalHarness.current

  private func count(_ harness: JournalHarness, _ table: String) throws -> Int64? {
    try harness.integer("SELECT count(*) FROM \(table)")
  }

  /// Creates a session at a revision that the tables show.
  private func owner(at revision: Int, in harness: JournalHarness) async -> Owner {
    let owner = await harness.owner(at: revision)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    return owner
  }

  private func excess(
    _ harness: JournalHarness, after: SessionID? = nil, revisions: Int = 1_000, before: Int64 = 0, limit: Int = 100
  ) async throws -> ExcessPage {
    let query = ExcessQuery(after: after, revisions: revisions, before: before, limit: limit)
    return try await harness.journal.excess(query)
  }

  /// Lets the journal erase the pruned changes.
  private func sweep(_ harness: JournalHarness) async {
    harness.clock.advance(1_000)
    await harness.journal.tick()
  }

  @Test("Pruning removes the changes of one session before its new oldest revision")
  func prune() async throws {
    let (owner, other) = (await owner(at: 20, in: harness), await owner(at: 5, in: harness))
    #expect(await harness.journal.write(.prune(owner.id, before: 10)) == nil)
    #expect(try await harness.journal.load(owner.id)?.session.undoState.oldest == 10)
    #expect(try await harness.journal.history(owner) == Array(10...20))
    #expect(try await harness.journal.history(other) == Array(2...5))
    #expect(try count(harness, "changes") == 19 + 4, "Pruned changes are not erased at once")
    await sweep(harness)
    #expect(try await harness.journal.history(owner) == Array(10...20))
    #expect(try count(harness, "changes") == 11 + 4)
    #expect(try count(harness, "revisions") == 11 + 4)
    #expect(await harness.journal.change(owner, 21) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try await harness.journal.load(owner.id)?.session.undoState.oldest == 10)
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try count(harness, "changes") == 4)
  }

  @Test("Pruning ignores changes that the tables do not show, pruned changes and absent sessions")
  func limits() async throws {
    let owner = await owner(at: 10, in: harness)
    #expect(await harness.journal.changes(owner, 11...12) == nil)
    #expect(await harness.journal.write(.prune(owner.id, before: 11)) == nil)
    #expect(try await harness.journal.history(owner) == Array(2...12))
    #expect(await harness.journal.write(.prune(owner.id, before: 10)) == nil)
    #expect(await harness.journal.write(.prune(owner.id, before: 5)) == nil)
    #expect(await harness.journal.write(.prune(Owner().id, before: 5)) == nil)
    #expect(try await harness.journal.history(owner) == Array(10...12))
    #expect(try await harness.journal.load(owner.id)?.session.undoState.oldest == 10)
  }

  @Test("Pruning is complete after a crash, and can continue")
  func kill() async throws {
    let owner = await owner(at: 200, in: harness)
    for cut in stride(from: 20, through: 180, by: 40) {
      #expect(await harness.journal.write(.prune(owner.id, before: cut)) == nil)
      try await withJournal(in: harness.crashed()) { (again) async throws in
        #expect(try await again.journal.load(owner.id)?.session.undoState.oldest == cut)
        let past = try await again.journal.history(owner, limit: 1_000)
        #expect(past.first == cut)
        #expect(await again.journal.write(.prune(owner.id, before: 190)) == nil)
        #expect(try await again.journal.history(owner, limit: 1_000).first == 190)
      }
    }
  }

  @Test("Pruned changes are hidden from the history, the outputs and the past before erasure")
  func hidden() async throws {
    let owner = await harness.owner()
    for revision in 2...20 {
      let outputs = #"[{"seq":\#(revision),"name":"x","value":1}]"#
      #expect(await harness.journal.change(owner, owner.change(revision, outputs: outputs)) == nil)
    }
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(await harness.journal.write(.prune(owner.id, before: 15)) == nil)
    for _ in 0..<2 {
      #expect(try await harness.journal.history(owner, after: 3) == Array(15...20))
      #expect(try await harness.journal.history(owner, after: 17) == Array(18...20))
      #expect(try await harness.journal.outputs(owner).map(\.revision) == Array(15...20))
      #expect(try await harness.journal.past(owner.id, .listed([16, 15, 14])) == [16, 15])
      for (span, found) in [(16...18, [16, 17, 18]), (19...30, [19, 20]), (14...18, []), (21...30, [])] {
        #expect(try await harness.journal.past(owner.id, .ascending(span)) == found)
      }
      await sweep(harness)
    }
    #expect(try count(harness, "changes") == 6)
  }

  @Test("Erasure removes the pruned changes of many sessions and no others")
  func sweeping() async throws {
    let owners = (0..<20).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    for revision in 2...100 {
      for owner in owners { #expect(await harness.journal.change(owner, revision) == nil) }
    }
    for owner in owners { #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil) }
    for (number, owner) in owners.enumerated() {
      #expect(await harness.journal.write(.prune(owner.id, before: 50 + number)) == nil)
      #expect(await harness.journal.write(.prune(owner.id, before: 80 + number)) == nil)
      if number == 10 { await sweep(harness) }
    }
    #expect(await harness.journal.write(.delete(owners[19].id)) == nil)
    await sweep(harness)
    for (number, owner) in owners.dropLast().enumerated() {
      #expect(try await harness.journal.history(owner) == Array(80 + number...100))
    }
    let kept = Int64((0..<19).map { 21 - $0 }.reduce(0, +))
    #expect(try count(harness, "changes") == kept)
    #expect(try count(harness, "revisions") == kept)
  }

  @Test("Changes that a crash has left unerased are erased when their session is pruned again")
  func leftover() async throws {
    let owner = await owner(at: 20, in: harness)
    #expect(await harness.journal.write(.prune(owner.id, before: 10)) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      await sweep(again)
      #expect(try count(again, "changes") == 19)
      let items = try await excess(again).items
      #expect(items == [Excess(session: owner.id, oldest: 10, cut: 10)])
      #expect(await again.journal.write(.prune(owner.id, before: 10)) == nil)
      await sweep(again)
      #expect(try count(again, "changes") == 11)
      #expect(try count(again, "revisions") == 11)
      #expect(try await excess(again).items == [])
    }
  }

  @Test("Pruning and erasure remove nothing while the disk is full")
  func disk() async throws {
    let owner = await owner(at: 20, in: harness)
    harness.disk.fail(.full)
    #expect(await harness.journal.write(.prune(owner.id, before: 10)) != nil)
    harness.disk.heal()
    #expect(try await harness.journal.history(owner) == Array(2...20))
    #expect(await harness.journal.write(.prune(owner.id, before: 10)) == nil)
    #expect(try await harness.journal.history(owner) == Array(10...20))
    harness.disk.fail(.full)
    await sweep(harness)
    harness.disk.heal()
    #expect(try count(harness, "changes") == 19)
    await sweep(harness)
    #expect(try count(harness, "changes") == 11)
  }

  @Test("Excess history is found by count and by age, page by page")
  func excess() async throws {
    let owner = await owner(at: 20, in: harness)
    #expect(try await excess(harness).items == [])
    #expect(try await excess(harness, revisions: 20).items == [])
    #expect(try await excess(harness, revisions: 19).items == [Excess(session: owner.id, oldest: 1, cut: 2)])
    #expect(try await excess(harness, revisions: 1).items == [Excess(session: owner.id, oldest: 1, cut: 20)])
    // The time of a change is 1,000 times its revision.
    for (before, cut) in [(2_001, 2), (3_000, 2), (3_001, 3), (12_500, 12), (20_000, 19), (1_000_000, 20)]
      as [(Int64, Int)]
    {
      #expect(try await excess(harness, before: before).items == [Excess(session: owner.id, oldest: 1, cut: cut)])
    }
    #expect(try await excess(harness, before: 2_000).items == [])
    #expect(await harness.journal.write(.prune(owner.id, before: 12)) == nil)
    // Unerased changes are still found, so that those left by a crash are erased later.
    #expect(try await excess(harness, before: 12_500).items == [Excess(session: owner.id, oldest: 12, cut: 12)])
    await sweep(harness)
    #expect(try await excess(harness, before: 12_500).items == [])
    #expect(try await excess(harness, before: 13_001).items == [Excess(session: owner.id, oldest: 12, cut: 13)])
    var owners = [owner]
    for _ in 0..<4 { owners.append(await self.owner(at: 3, in: harness)) }
    var found: [SessionID] = []
    var page = try await excess(harness, revisions: 1, limit: 2)
    while true {
      found += page.items.map(\.session)
      guard let next = page.next else { break }
      page = try await excess(harness, after: next, revisions: 1, limit: 2)
    }
    #expect(found.map(\.text) == owners.map(\.id.text).sorted())
  }

  @Test("The bytes to remove are measured from the oldest revision, and never include the current one")
  func removal() async throws {
    let owner = await owner(at: 20, in: harness)
    let sizes = (2...20).map { 128 + owner.change($0).text.count }
    for (removal, cut) in [
      (0, 1), (1, 3), (sizes[0], 3), (sizes[0] + 1, 4), (sizes[..<9].reduce(0, +), 11), (.max, 20),
    ] {
      let page = try await harness.journal.excess(ExcessQuery(of: owner.id, bytes: 0, removal: removal))
      let removed = sizes.prefix(max(0, cut - 2)).reduce(0, +)
      #expect(page.items == [Excess(session: owner.id, oldest: 1, cut: cut, size: .removed(removed))])
    }
  }

  @Test("The history of one session is found by its id, however many sessions there are")
  func plan() async throws {
    let plan = try harness.plan("\(ReadConnection.extent) WHERE id = 'x'")
    #expect(plan.contains("SEARCH session_rows USING INDEX sessions_by_id (id=?)"))
  }
}
