import Dispatch
import ExampleApps
import Foundation
import Navigation
import Synchronization
import Testing

@testable import Sessions

@Suite("Concurrent requests", .serialized)
struct ConcurrencyTests {
  /// The outcomes of the requests of all threads.
  private final class OutcomeCounter: Sendable {
    private let revisions = Mutex<[SessionID: [Int]]>([:])
    private let failures = Atomic<Int>(0)
    private let answered = DispatchGroup()

    func expect() { answered.enter() }
    func leave() { answered.leave() }

    /// Runs a closure on four threads, and returns when all expected requests are answered.
    ///
    /// The threads do not belong to the pool, because the other tests need those.
    func rush(_ times: Int, _ body: @escaping @Sendable (Int) -> Void) async {
      for thread in 0..<4 {
        answered.enter()
        Thread.detachNewThread { [answered] in
          for index in stride(from: thread, to: times, by: 4) { body(index) }
          answered.leave()
        }
      }
      await withCheckedContinuation { continuation in
        answered.notify(queue: .global()) { continuation.resume() }
      }
    }

    func record(_ outcome: Outcome, of id: SessionID) {
      // The group traps if a request is answered twice.
      defer { answered.leave() }
      guard case .receipt(_, let revision) = outcome else {
        failures.add(1, ordering: .relaxed)
        return
      }
      revisions.withLock { $0[id, default: []].append(revision) }
    }

    func revisions(of id: SessionID) -> [Int] { revisions.withLock { ($0[id] ?? []).sorted() } }
    var failed: Int { failures.load(ordering: .relaxed) }
  }

  private static let request = ActionRequest(
    actions: [.increment], isBatch: false, sent: Array(#"{"type":"increment"}"#.utf8), precondition: nil, key: nil,
    wantsSession: true)

  /// New sessions, whose further writes the journal settles on its own thread.
  private func crowd(
    of count: Int, memory: Int = .max, verdict: @escaping @Sendable (Int) -> JournalFailure? = { _ in nil }
  ) throws -> (SessionsHarness, [SessionID]) {
    let harness = SessionsHarness {
      $0.waitingActions = .max
      $0.memory = memory
    }
    let ids = try (0..<count).map { _ in try harness.session() }
    harness.journal.settleByItself(verdict)
    return (harness, ids)
  }

  private func increment(_ harness: SessionsHarness, _ ids: [SessionID], times: Int) async -> OutcomeCounter {
    let tally = OutcomeCounter()
    for _ in 0..<times { tally.expect() }
    await tally.rush(times) { index in
      let id = ids[index % ids.count]
      harness.registry.perform(Self.request, on: id) { tally.record($0, of: id) }
      if index.isMultiple(of: 7) {
        tally.expect()
        harness.registry.read(.session, of: id) { _ in tally.leave() }
      }
    }
    return tally
  }

  @Test("Each increment from many threads is counted once", arguments: [1, 5])
  func increments(sessions: Int) async throws {
    let (harness, ids) = try crowd(of: sessions)
    let tally = await increment(harness, ids, times: 2_000)
    for id in ids {
      let count = 2_000 / sessions
      #expect(tally.revisions(of: id) == Array(2...(count + 1)))
      #expect(harness.journal.tables.sessions[id]?.changes.map(\.revision) == Array(2...(count + 1)))
      #expect(
        try harness.store(id).state.withLock { text($0.draft.tree.current.state.bytes) } == #"{"count":\#(count)}"#)
    }
    #expect(tally.failed == 0)
  }

  @Test("Exactly the acknowledged changes are stored when some commits fail", arguments: [1, 4])
  func failing(sessions: Int) async throws {
    let (harness, ids) = try crowd(of: sessions) { $0.isMultiple(of: 5) ? .unavailable("no disk") : nil }
    let tally = await increment(harness, ids, times: 2_000)
    var acknowledged = 0
    for id in ids {
      let revisions = tally.revisions(of: id)
      acknowledged += revisions.count
      #expect(revisions == Array(2..<(revisions.count + 2)))
      #expect(harness.journal.tables.sessions[id]?.changes.map(\.revision) == revisions)
      let state = try harness.store(id).state.withLock { text($0.draft.tree.current.state.bytes) }
      #expect(state == #"{"count":\#(revisions.count)}"#)
    }
    #expect(acknowledged + tally.failed == 2_000)
    #expect(acknowledged > 0)
    #expect(tally.failed > 0)
  }

  @Test("Every request finds its session while sessions are unloaded continuously")
  func unloading() async throws {
    let (harness, ids) = try crowd(of: 8, memory: 0)
    let tally = await increment(harness, ids, times: 2_000)
    for id in ids {
      #expect(tally.revisions(of: id) == Array(2...251))
      let retold = try #require(harness.journal.tables.stored(id)).makeStore(Counter.app)
      #expect(retold.state.withLock { text($0.draft.tree.current.state.bytes) } == #"{"count":250}"#)
    }
    #expect(tally.failed == 0)
  }

  @Test("One of many concurrent deletions succeeds, and the others do not find the session")
  func deletions() async throws {
    let (harness, ids) = try crowd(of: 1)
    let tally = OutcomeCounter()
    let lines = Lines()
    for _ in 0..<100 { tally.expect() }
    await tally.rush(100) { _ in
      Task.inline {
        lines.add(await harness.registry.delete(ids[0]).line)
        tally.leave()
      }
    }
    #expect(lines.sorted == ["deleted"] + Array(repeating: "not found", count: 99))
  }

  @Test("Many concurrent creations with one idempotency key create one session")
  func creations() async throws {
    let harness = SessionsHarness()
    harness.journal.settleByItself { _ in nil }
    let tally = OutcomeCounter()
    for _ in 0..<100 { tally.expect() }
    await tally.rush(100) { _ in
      let request = CreationRequest(
        app: Counter.app, data: nil, navigation: nil, tokenHash: [], key: IdempotencyKey(named: "k")
      ) { StoredResponse(status: 201, body: $0) }
      Task.inline {
        _ = await harness.registry.create(request)
        tally.leave()
      }
    }
    #expect(harness.journal.tables.sessions.count == 1)
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var sorted: [String] { lines.withLock { $0.sorted() } }
}
