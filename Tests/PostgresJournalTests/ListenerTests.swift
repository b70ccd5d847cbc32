import PostgresJournal
import TestSupport
import Testing

@testable import Sessions

@Suite(
  "Listeners on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct ListenerTests {
  private let harness: StoreHarness
  private let session = TestSession()

  init() throws {
    harness = try StoreHarness()
    _ = harness.submit([session.creation()])
  }

  private func write(_ change: PresenceWrite) throws -> JournalFailure? {
    try harness.failure { try await $0.write(change) }
  }

  private func row(isListed: Bool) -> PresenceRow {
    PresenceRow(
      session: session.id, id: "one", name: nil, since: StoreHarness.now, token: nil, isListed: isListed)
  }

  /// Deletes the session in its present state because it expired.
  private func expire() -> JournalFailure? {
    let commit = SessionCommit(session: session.id, basis: session.position.token, token: .random())
    let deletion = Deletion(expiry: Expiry(now: StoreHarness.now, age: 0))
    return harness.submit(.delete(session.id, as: deletion), commit)
  }

  @Test(arguments: [true, false])
  func `A session with a listener does not expire`(isListed: Bool) throws {
    #expect(try write(.set(row(isListed: isListed))) == nil)
    #expect(expire() == .overtaken)
    let stored = try harness.wait { [session] in try await $0.presences(of: [session.id]) }
    #expect(stored[session.id]?.rows.map(\.isListed) == [isListed])
    #expect(try write(.remove(session.id, id: "one")) == nil)
    #expect(expire() == nil)
  }

  @Test func `A session with a listener can be deleted, and has no listener afterwards`() throws {
    #expect(try write(.set(row(isListed: true))) == nil)
    let commit = SessionCommit(session: session.id, basis: session.position.token, token: .random())
    #expect(harness.submit(.delete(session.id), commit) == nil)
    #expect(try write(.set(row(isListed: true))) == .overtaken)
  }

  @Test func `A reservation of a session leaves room for the lock of a listener`() throws {
    let other = try harness.database.connect(settings: [("search_path", "navstate")])
    let (reservation, _) = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }
    defer { harness.store.end(reservation) }
    let lock = PostgresStatement("lockNow", "SELECT 1 FROM session_rows FOR KEY SHARE NOWAIT")
    #expect(try other.run(lock).rows.count == 1)
    #expect(throws: PostgresError.self) {
      try other.run(PostgresStatement("changeNow", "SELECT 1 FROM session_rows FOR NO KEY UPDATE NOWAIT"))
    }
  }

  @Test func `Listeners and expiry at the same time leave no listener of a session that is gone`() throws {
    for _ in 0..<40 {
      let session = TestSession()
      _ = harness.submit([session.creation()])
      let commit = SessionCommit(session: session.id, basis: session.position.token, token: .random())
      let row = PresenceRow(session: session.id, id: "one", name: nil, since: StoreHarness.now, token: nil)
      let deletion = Deletion(expiry: Expiry(now: StoreHarness.now, age: 0))
      let expired = StoreHarness.submit([(.delete(session.id, as: deletion), commit)], to: harness.store) {
        Task.inline { [store = harness.store] in try? await store.write(.set(row)) }
      }
      let listed = try write(.set(row))
      #expect((expired == [nil]) == (listed == .overtaken))
    }
  }
}
