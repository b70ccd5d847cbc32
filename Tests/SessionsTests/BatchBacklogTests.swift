import JSON
import Testing

@testable import Sessions

@Suite("The backlog of batch jobs")
struct BatchBacklogTests {
  private let ids = (0..<40).map { SessionID(high: UInt64($0) << 32, low: 0) }

  /// A backlog with one job whose sessions were read.
  private func backlog(
    rate: Int, sessions: Int, done: Set<SessionID> = [], isShared: Bool = false
  ) throws -> BatchBacklog {
    var backlog = BatchBacklog(isShared: isShared)
    let request = try BatchRequest(
      ["filter": ["all": true], "delete": true, "rate": .integer(Int64(rate))], mostActions: 1)
    backlog.add(Batch(backlog.makeID(), request, startedAt: 0), done: done)
    var page = SessionPage(next: nil)
    page.items = ids.prefix(sessions).map { id in
      let summary = SessionSummary(
        id: id, app: "a", appVersion: 1, revision: 1, createdAt: 0, updatedAt: 0, current: "s", path: [])
      return (summary, 0)
    }
    let query = backlog.beginReading(0)
    backlog.endReading(.sessions(page), of: query, 0)
    return backlog
  }

  @Test("A batch job starts its sessions at its rate")
  func rate() throws {
    var backlog = try backlog(rate: 10, sessions: 3)
    #expect(backlog.popDue(1_000, atMost: 64).map(\.session) == [ids[0]])
    #expect(backlog.popDue(1_049, atMost: 64).isEmpty)
    #expect(backlog.nextDue == 1_050)
    #expect(backlog.popDue(1_050, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test("A batch job continues when the clock is set back")
  func clock() throws {
    var backlog = try backlog(rate: 10, sessions: 2)
    _ = backlog.popDue(1_000_000, atMost: 64)
    #expect(backlog.popDue(5_000, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test("A batch job runs a limited number of sessions at a time")
  func concurrency() throws {
    var backlog = try backlog(rate: 10_000, sessions: 40)
    #expect(backlog.popDue(1_000, atMost: 64).count == BatchRun.concurrency)
    #expect(backlog.nextDue == nil)
  }

  @Test("A batch job skips the sessions that were done before the start of the process")
  func done() throws {
    var backlog = try backlog(rate: 10_000, sessions: 3, done: [ids[0], ids[2]])
    #expect(backlog.popDue(1_000, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test(
    "A batch job of several nodes also includes what a node with a faster clock created before it",
    arguments: [false, true])
  func clocks(isShared: Bool) throws {
    var backlog = BatchBacklog(isShared: isShared)
    let request = try BatchRequest(["filter": ["all": true], "delete": true], mostActions: 1)
    backlog.add(Batch(backlog.makeID(), request, startedAt: 5_000))
    guard case .page(_, let filter, _, _) = backlog.beginReading(5_000) else { return #expect(Bool(false), "No page") }
    #expect(filter.createdUntil == (isShared ? 6_000 : 5_000))
  }

  @Test("The estimate of a batch job is a number also when the first id of all was examined")
  func estimate() throws {
    var backlog = BatchBacklog(isShared: true)
    let request = try BatchRequest(["filter": ["all": true], "delete": true], mostActions: 1)
    var batch = Batch(backlog.makeID(), request, startedAt: 0)
    for _ in 0..<9 { batch.counts.record(.changed, of: ids[0]) }
    backlog.add(batch)
    let page = SessionPage(next: SessionID(high: 1, low: 0))
    backlog.endReading(.sessions(page), of: backlog.beginReading(0), 0)
    #expect(backlog.left(of: batch.id) == UndoState.largest)
  }

  @Test("A batch job retries a session after a failure of the journal and counts it once")
  func retry() throws {
    var backlog = try backlog(rate: 10_000, sessions: 1)
    let item = try #require(backlog.popDue(1_000, atMost: 64).first)
    #expect(backlog.end(item, .later, 1_000) == .journalFailed)
    let again = try #require(backlog.popDue(2_000, atMost: 64).first)
    #expect(backlog.end(again, .done(.changed), 2_000) == .settled)
    #expect(backlog[item.batch]?.counts.done == 1)
    #expect(backlog.beginReading(2_000).isEnd)
  }

  @Test("A batch job stops when another node owns it and resumes after its cursor when it is back")
  func takeOver() throws {
    var backlog = try backlog(rate: 10_000, sessions: 3)
    let item = try #require(backlog.popDue(1_000, atMost: 1).first)
    var stored = try #require(backlog[item.batch])
    backlog.follow(stored, done: [], isOwned: false)
    #expect(backlog.nextDue == nil && backlog.nextRead == nil && backlog.runningCount == 1)
    #expect(backlog.left(of: item.batch) == nil)
    stored.cursor = ids[1]
    backlog.follow(stored, done: [ids[2]], isOwned: true)
    // The item belongs to the former run.
    _ = backlog.end(item, .later, 2_000)
    guard case .page(_, _, ids[1]?, _) = backlog.beginReading(2_000) else { return #expect(Bool(false)) }
    stored.state = .cancelled
    backlog.follow(stored, done: [], isOwned: true)
    #expect(backlog[item.batch]?.state == .cancelled && backlog.nextRead == nil)
  }

  @Test("The counts of a batch job on a shared journal are those that are read from it")
  func sharedCounts() throws {
    var backlog = try backlog(rate: 10_000, sessions: 2, isShared: true)
    let items = backlog.popDue(1_000, atMost: 2)
    let batch = try #require(backlog[items[0].batch])
    func stored(_ count: Int, _ state: Batch.State) throws -> Batch {
      let counts = [StoredBatch.Count(outcome: "changed", code: "", count: count)]
      let stored = StoredBatch(
        id: batch.id, request: batch.request.json.bytes, state: state.rawValue, startedAt: 0, counts: counts)
      return try #require(Batch(stored, mostActions: 1))
    }
    // The change of the first session is durable before this node receives its completion.
    backlog.follow(try stored(1, .running), done: [items[0].session], isOwned: true)
    for item in items { _ = backlog.end(item, .done(.changed), 2_000) }
    #expect(backlog[batch.id]?.counts.changed == 1)
    backlog.end(batch.id, .done, at: 3_000)
    backlog.follow(try stored(2, .done), done: [], isOwned: true)
    #expect(backlog[batch.id]?.counts.changed == 2 && backlog.total.changed == 2)
    // This state was read before the end of the job.
    backlog.follow(try stored(1, .running), done: [], isOwned: true)
    #expect(backlog[batch.id]?.state == .done && backlog[batch.id]?.counts.changed == 2)
  }

  @Test("A stored job with a corrupted request or number is not a batch job")
  func corrupted() {
    func job(_ number: Int64, _ request: String = #"{"filter": {"all": true}, "delete": true}"#) -> Batch? {
      let stored = StoredBatch(id: BatchID(number), request: Array(request.utf8), state: "done", startedAt: 0)
      return Batch(stored, mostActions: 1)
    }
    #expect(job(1) != nil)
    for request in [#"{"filter": {}}"#, "["] { #expect(job(1, request) == nil) }
    for number in [Int64.min, -1, 0, .max] { #expect(job(number) == nil) }
  }
}

extension BatchQuery {
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
