import Support
import PostgresJournal
import TestSupport
import Testing

@Suite("Totals on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct TotalsTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  @Test func `The keys and labels of all sessions are counted`() throws {
    var session = TestSession()
    let other = TestSession()
    _ = harness.submit([session.creation(key: "a", labels: ["room": "1", "kind": "tv"]), other.creation()])
    #expect(counted == ["navstate_session_keys 1", "navstate_session_labels 2"])
    _ = harness.submit([session.write(.labels(session.id, ["room": "2"], key: nil))])
    #expect(counted == ["navstate_session_keys 1", "navstate_session_labels 1"])
  }

  @Test func `Above 10,000 the estimates of PostgreSQL are taken`() throws {
    let admin = try harness.database.connect(settings: [("search_path", "navstate")])
    try admin.run(
      PostgresStatement(
        "many",
        "INSERT INTO labels SELECT gen_random_uuid(), 'room', n::text FROM generate_series(1, 12000) AS s (n)"))
    try admin.run(PostgresStatement("analyze", "ANALYZE labels"))
    #expect(counted == ["navstate_session_keys 0", "navstate_session_labels 12000"])
  }

  private var counted: [String] {
    var text = MetricsText()
    harness.store.report(in: &text)
    return String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("navstate_session_") }
  }
}
