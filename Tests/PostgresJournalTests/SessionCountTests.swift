import JSON
import Navigation
import PostgresJournal
import Sessions
import Testing

@Suite struct SessionCountTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  private func items(_ dimensions: Set<SessionDimension>, after time: Int64? = nil) throws -> [[JSONValue]: Int]? {
    let query = SessionCountQuery(app: "app", by: dimensions, updatedAfter: time)
    let items = try harness.wait { try await $0.count(query) }.items
    return items.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.values, $0.sessions) }) }
  }

  @Test func `Sessions count with the states of their last commits`() throws {
    var sessions = [TestSession(), TestSession(), TestSession()]
    let labels: [Labels] = [["store": "oslo"], ["store": "oslo", "tone": "warm"], [:]]
    let writes = sessions.indices.flatMap { [sessions[$0].creation(labels: labels[$0]), sessions[$0].change()] }
    #expect(harness.submit(writes).allSatisfy { $0 == nil })
    #expect(try items([.route]) == [["home"]: 3])
    #expect(try items([.version]) == [[1]: 3])
    #expect(try items([.label(ExactString("store"))]) == [["oslo"]: 2, [nil]: 1])
    #expect(
      try items([.label(ExactString("tone")), .label(ExactString("store")), .version, .route])
        == [["home", 1, "oslo", nil]: 1, ["home", 1, "oslo", "warm"]: 1, ["home", 1, nil, nil]: 1])
    #expect(try items([.route], after: StoreHarness.now - 1) == [["home"]: 3])
    #expect(try items([.route], after: StoreHarness.now) == [:])
    let other = SessionCountQuery(app: "other", by: [.route])
    #expect(try harness.wait { try await $0.count(other) }.items?.isEmpty == true)
  }

  @Test func `A count of more than 1,000 groups has no items`() throws {
    let writes = (0...SessionCounts.mostGroups).map { TestSession().creation(labels: ["n": "\($0)"]) }
    #expect(harness.submit(writes.dropLast()).allSatisfy { $0 == nil })
    #expect(try items([.label(ExactString("n"))])?.count == SessionCounts.mostGroups)
    #expect(harness.submit(Array(writes.suffix(1))) == [nil])
    #expect(try items([.label(ExactString("n"))]) == nil)
    #expect(try items([.version]) == [[1]: SessionCounts.mostGroups + 1])
  }
}
