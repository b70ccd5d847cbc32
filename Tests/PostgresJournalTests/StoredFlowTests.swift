import PostgresJournal
import Sessions
import Testing

@Suite struct StoredFlowTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  private func row(_ start: Int64, app: String = "app", _ count: StoredFlow.Count) -> StoredFlow {
    StoredFlow(app: app, label: "a:b", span: 60, start: start, version: 2, count)
  }

  @Test func `Copied counts are inserted once, and read page by page`() throws {
    let edges = [
      row(60, .edge(from: "", to: "home", cause: "other", 3)),
      row(120, .edge(from: "home", to: "ö", cause: "push", 1)),
    ]
    let routes = [
      row(60, .route("home", last: -1, FlowStays("0,2".utf8))), row(120, .route("ö", last: 4, FlowStays())),
    ]
    let other = row(60, app: "other", .edge(from: "", to: "home", cause: "other", 3))
    #expect(harness.submit(.flows(.insert(routes + edges + [other])), nil) == nil)
    // As after a lost connection.
    #expect(harness.submit(.flows(.insert(edges + routes)), nil) == nil)
    for (last, rows) in [(nil, edges), (edges[0], [edges[1]]), (edges[1], routes), (routes[1], [])] {
      #expect(try harness.wait { try await $0.flows(of: "app", after: last) } == rows)
    }
  }
}
