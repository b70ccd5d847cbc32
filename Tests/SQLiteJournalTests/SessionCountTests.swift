import TestSupport
@testable import SQLiteJournal
import Testing

@testable import Sessions

@Suite(.journal) struct SessionCountTests {
  let harness = JournalHarness.current

  private func count(_ journal: SQLiteJournal, after time: Int64? = nil) async throws -> [Int64: Int] {
    let query = SessionCountQuery(app: "shop", by: [.version, .route], updatedAfter: time)
    let items = try #require(try await journal.count(query).items)
    #expect(items.allSatisfy { $0.values.count == 2 })
    return Dictionary(items.map { ($0.values[1].integerValue ?? 0, $0.sessions) }) { $0 + $1 }
  }

  @Test func `Sessions count once, with their committed states while their snapshots are behind`() async throws {
    let (journal, owners) = (harness.journal, (0..<10).map { _ in Owner() })
    for owner in owners { #expect(await journal.create(owner) == nil) }
    #expect(try await count(journal) == [3: 10])
    for owner in owners.prefix(4) { #expect(await journal.changes(owner, 2...3) == nil) }
    #expect(try harness.integer("SELECT count(*) FROM session_rows WHERE revision > 1") == 0)
    // The row of a session has the time of its snapshot.
    #expect(try await count(journal, after: 2) == [3: 4])
    #expect(try await count(journal, after: 3) == [:])
    #expect(await journal.failure(storingSnapshotOf: owners[0]) == nil)
    #expect(await journal.write(.delete(owners[1].id)) == nil)
    #expect(await journal.write(.delete(owners[9].id)) == nil)
    #expect(try await count(journal) == [3: 8])
    #expect(try await count(journal, after: 2) == [3: 3])
  }

  @Test func `A change that is committed with a count is in it or follows it`() async throws {
    let (journal, owner) = (harness.journal, Owner())
    #expect(await journal.create(owner) == nil)
    let resume = await journal.pause()
    async let counted = count(journal, after: 1)
    async let failure = journal.change(owner, 2)
    resume()
    #expect(await failure == nil)
    #expect([[:], [3: 1]].contains(try await counted))
    #expect(try await count(journal, after: 1) == [3: 1])
  }

  @Test func `After a crash, the stored row of a session counts until it is loaded`() async throws {
    let owner = await harness.owner(at: 5)
    try await withJournal(in: try harness.crashed()) { again async throws in
      #expect(again.journal.behind == [owner.id])
      #expect(try await count(again.journal) == [3: 1])
      #expect(try await count(again.journal, after: 1) == [:])
    }
  }

  @Test func `A session with a damaged path counts without a route`() async throws {
    #expect(await harness.journal.create(Owner()) == nil)
    try Connection(path: harness.directory + "/navstate.db", mode: .existing)
      .run("UPDATE session_rows SET path = '[\"a', current = 'x'")
    let query = SessionCountQuery(app: "shop", by: [.route])
    #expect(try await harness.journal.count(query).items?.map(\.values) == [[""]])
  }
}
