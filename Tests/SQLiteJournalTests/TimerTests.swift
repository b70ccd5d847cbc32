import TestSupport
import SQLiteJournal
import Sessions
import Testing

@Suite("Timers in the database", .journal)
struct TimerTests {
  let harness = JournalHarness.current

  private func row(_ id: String, at fireAt: Int64 = 5, screen: String? = "a1") -> TimerRow {
    TimerRow(
      id: id, screen: screen, effect: "load", fireAt: fireAt, action: Array(#"{"type":"loaded"}"#.utf8),
      recurrence: fireAt % 2 == 0 ? nil : Array(#"{"every":"PT1S"}"#.utf8))
  }

  private func due(_ owner: Owner, _ row: TimerRow) -> DueTimer {
    DueTimer(fireAt: row.fireAt, session: owner.id, timer: row.id)
  }

  @Test("Timers are set and removed by changes, and are loaded with their session")
  func rows() async throws {
    let (owner, other) = (await harness.owner(), await harness.owner())
    let (first, second) = (row("t1"), row("t2", screen: nil))
    #expect(await harness.journal.change(owner, owner.change(2, timers: [.set(first), .set(second)])) == nil)
    #expect(await harness.journal.change(other, other.change(2, timers: [.set(first)])) == nil)
    #expect(try await harness.journal.load(owner.id)?.timers == [first, second])
    let steps: [TimerStep] = [.remove("t1"), .remove("t9"), .set(row("t3")), .remove("t3")]
    #expect(await harness.journal.change(owner, owner.change(3, timers: steps)) == nil)
    #expect(try await harness.journal.load(owner.id)?.timers == [second])
    #expect(try await harness.journal.load(other.id)?.timers == [first])
  }

  @Test("After a crash or a failed write, the timers are those of the last acknowledged change")
  func failing() async throws {
    let owner = await harness.owner()
    #expect(await harness.journal.change(owner, owner.change(2, timers: [.set(row("t1"))])) == nil)
    harness.disk.fail(.full)
    #expect(await harness.journal.change(owner, owner.change(3, timers: [.remove("t1"), .set(row("t2"))])) != nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try await again.journal.load(owner.id)?.timers == [row("t1")])
    }
    harness.disk.heal()
    #expect(await harness.journal.change(owner, owner.change(3, timers: [.remove("t1"), .set(row("t2"))])) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try await again.journal.load(owner.id)?.timers == [row("t2")])
    }
  }

  @Test("Deleting a session deletes its timers")
  func deletion() async throws {
    let owner = await harness.owner()
    #expect(await harness.journal.change(owner, owner.change(2, timers: [.set(row("t1"))])) == nil)
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try harness.integer("SELECT count(*) FROM timers") == 0)
  }

  @Test("Pages of due timers are in the order of their times and contain each timer once")
  func pages() async throws {
    let owners = (0..<4).map { _ in Owner() }.sorted { $0.id.text < $1.id.text }
    var expected: [DueTimer] = []
    for owner in owners {
      let rows = [row("t1", at: 70), row("t3", at: 20), row("t2", at: 20), row("t4", at: 71)]
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, owner.change(2, timers: rows.map { .set($0) })) == nil)
      expected += [due(owner, rows[2]), due(owner, rows[1])]
    }
    for owner in owners { expected.append(due(owner, row("t1", at: 70))) }
    var read: [DueTimer] = []
    while true {
      let page = try await harness.journal.timers(TimerQuery(after: read.last, until: 70, limit: 5))
      read += page
      if page.count < 5 { break }
    }
    #expect(read == expected)
  }

  @Test("Queries for timers use an index and do not scan the table")
  func plan() async throws {
    #expect(
      try harness.plan("SELECT id, screen, effect, fire_at, action FROM timers WHERE session = 'x'")
        == "SEARCH timers USING PRIMARY KEY (session=?)")
    #expect(
      try harness.plan(
        """
        SELECT fire_at, session, id
        FROM timers
        WHERE (fire_at, session, id) > (1, 'x', 't') AND fire_at <= 9
        ORDER BY fire_at, session, id
        LIMIT 7
        """) == "SEARCH timers USING COVERING INDEX timers_by_fire_at ((fire_at,session,id)>(?,?,?) AND fire_at<?)")
  }
}
