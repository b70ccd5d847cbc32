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

  @Test("Sessions begin at the rate of their job")
  func rate() throws {
    var backlog = try backlog(rate: 10, sessions: 3)
    #expect(backlog.takeDue(1_000, atMost: 64).map(\.session) == [ids[0]])
    #expect(backlog.takeDue(1_049, atMost: 64).isEmpty)
    #expect(backlog.nextDue == 1_050)
    #expect(backlog.takeDue(1_050, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test("A clock that is set back does not stop a job")
  func clock() throws {
    var backlog = try backlog(rate: 10, sessions: 2)
    _ = backlog.takeDue(1_000_000, atMost: 64)
    #expect(backlog.takeDue(5_000, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test("Of one job a limited number of sessions runs at a time")
  func concurrency() throws {
    var backlog = try backlog(rate: 10_000, sessions: 40)
    #expect(backlog.takeDue(1_000, atMost: 64).count == BatchRun.concurrency)
    #expect(backlog.nextDue == nil)
  }

  @Test("Sessions that were done before the start of the process are left out")
  func done() throws {
    var backlog = try backlog(rate: 10_000, sessions: 3, done: [ids[0], ids[2]])
    #expect(backlog.takeDue(1_000, atMost: 64).map(\.session) == [ids[1]])
  }

  @Test("A session is tried again after a failure of the journal, and counted once")
  func retry() throws {
    var backlog = try backlog(rate: 10_000, sessions: 1)
    let item = try #require(backlog.takeDue(1_000, atMost: 64).first)
    #expect(backlog.end(item, .later, 1_000) == .journalFailed)
    let again = try #require(backlog.takeDue(2_000, atMost: 64).first)
    #expect(backlog.end(again, .done(.changed), 2_000) == .settled)
    #expect(backlog[item.batch]?.counts.done == 1)
    #expect(backlog.beginReading(2_000).isEnd)
  }

  @Test("A job that another node takes over runs here no more, and begins anew after its cursor when it comes back")
  func takeOver() throws {
    var backlog = try backlog(rate: 10_000, sessions: 3)
    let item = try #require(backlog.takeDue(1_000, atMost: 1).first)
    var stored = try #require(backlog[item.batch])
    backlog.follow(stored, done: [], isOwned: false)
    #expect(backlog.nextDue == nil && backlog.nextRead == nil && backlog.runningCount == 1)
    #expect(backlog.left(of: item.batch) == nil)
    stored.cursor = ids[1]
    backlog.follow(stored, done: [ids[2]], isOwned: true)
    // It began in the former run.
    _ = backlog.end(item, .later, 2_000)
    guard case .page(_, _, ids[1]?, _) = backlog.beginReading(2_000) else { return #expect(Bool(false)) }
    stored.state = .cancelled
    backlog.follow(stored, done: [], isOwned: true)
    #expect(backlog[item.batch]?.state == .cancelled && backlog.nextRead == nil)
  }

  @Test("On a shared journal the counts are those that were read, also after the end of the job")
  func sharedCounts() throws {
    var backlog = try backlog(rate: 10_000, sessions: 2, isShared: true)
    let items = backlog.takeDue(1_000, atMost: 2)
    let batch = try #require(backlog[items[0].batch])
    func stored(_ count: Int, _ state: Batch.State) -> Batch {
      let counts = [StoredBatch.Count(outcome: "changed", code: "", count: count)]
      return Batch(
        StoredBatch(id: batch.id, request: [], state: state.rawValue, startedAt: 0, counts: counts), batch.request)
    }
    // The change of the first session is durable before its completion is seen here.
    backlog.follow(stored(1, .running), done: [items[0].session], isOwned: true)
    for item in items { _ = backlog.end(item, .done(.changed), 2_000) }
    #expect(backlog[batch.id]?.counts.changed == 1)
    backlog.end(batch.id, .done, at: 3_000)
    backlog.follow(stored(2, .done), done: [], isOwned: true)
    #expect(backlog[batch.id]?.counts.changed == 2 && backlog.total.changed == 2)
    // It was read before the end.
    backlog.follow(stored(1, .running), done: [], isOwned: true)
    #expect(backlog[batch.id]?.state == .done && backlog[batch.id]?.counts.changed == 2)
  }

  @Test("A corrupted request is no job")
  func corrupted() {
    for text in [#"{"filter": {}}"#, "["] {
      #expect(BatchRequest(stored: Array(text.utf8), mostActions: 1) == nil)
    }
  }
}

extension BatchQuery {
  fileprivate var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
