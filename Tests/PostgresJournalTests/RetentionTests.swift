import PostgresJournal
import Sessions
import TestSupport
import Testing

@Suite(
  "Retention on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct RetentionTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  /// A session at revision 4.
  private func changedSession() -> TestSession {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    for _ in 2...4 { _ = harness.submit([session.change()]) }
    return session
  }

  private func excess(_ query: ExcessQuery) throws -> ExcessPage {
    try harness.wait { try await $0.excess(query) }
  }

  @Test func `A session with more revisions than are kept is found, by the node that has its share`() throws {
    let session = changedSession()
    let found = [Excess(session: session.id, oldest: 1, cut: 3, size: nil)]
    #expect(try excess(ExcessQuery(after: nil, revisions: 2, before: .min, limit: 10)).items == found)
    var own = PartitionSet.none
    own.insert(session.id.partition)
    #expect(try excess(ExcessQuery(after: nil, revisions: 2, before: .min, limit: 10, partitions: own)).items == found)
    #expect(
      try excess(ExcessQuery(after: nil, revisions: 2, before: .min, limit: 10, partitions: PartitionSet.none)).items
        == [])
    #expect(try excess(ExcessQuery(after: session.id, revisions: 2, before: .min, limit: 10)) == ExcessPage())
  }

  @Test func `A session is measured when its history has to shrink`() throws {
    let session = changedSession()
    let items = try excess(ExcessQuery(of: session.id, bytes: 1)).items
    #expect(items.map(\.session) == [session.id])
    #expect(items.map(\.cut) == [4])
  }
}
