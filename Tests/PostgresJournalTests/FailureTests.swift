import Foundation
import PostgresJournal
import TestSupport
import Sessions
import Synchronization
import Testing

@Suite("Failures of PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct FailureTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  @Test func `No acknowledged change is lost, and none is written twice, while the server ends connections`() throws {
    let admin = try harness.database.connect()
    var sessions = (0..<20).map { _ in TestSession() }
    _ = harness.submit(sessions.map { $0.creation() })
    let message = OutgoingMessage(to: .id(sessions[0].id), action: Array("{}".utf8), chain: 1)
    for _ in 0..<15 {
      let writes = sessions.indices.map { sessions[$0].change(messages: [.send(message)]) }
      let results = StoreHarness.submit(writes, to: harness.store) {
        _ = try? admin.run(Self.endWriters)
      }
      #expect(results.allSatisfy { $0 == nil })
    }
    for session in sessions {
      let stored = try #require(try harness.load(session.id))
      #expect(stored.position == session.position)
      #expect(stored.changes.map(\.revision) == Array(2...16))
    }
    let messages = try harness.wait { try await $0.messages(MessageQuery(after: 0, limit: 1_000)) }
    #expect(messages.messages.count == 300)
  }

  private static let endWriters = PostgresStatement(
    "endWriters",
    """
    SELECT count(pg_terminate_backend(pid))
    FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'navstate % writer'
    """)

  @Test func `A write that breaks a constraint fails alone`() throws {
    var sessions = (0..<8).map { _ in TestSession() }
    _ = harness.submit(sessions.map { $0.creation() })
    let call = CallRow(
      key: "c1", session: sessions[3].id, app: "shop", screen: nil, revision: 2, at: 0,
      request: .init(method: "GET", url: "http://a", timeout: 1), reply: Array("{}".utf8), chain: 1, due: 0)
    let created = sessions[3].position
    var writes = sessions.indices.map { sessions[$0].change() }
    sessions[3].position = created
    writes[3] = sessions[3].change(calls: [.ask(call), .ask(call)])
    let results = harness.submit(writes)
    #expect(results.indices.allSatisfy { ($0 == 3) == (results[$0] != nil) })
    guard case .damaged = results[3] else { return #expect(Bool(false), "\(String(describing: results[3]))") }
  }

  @Test func `A store with a newer or another schema is refused with the remedy`() throws {
    let admin = try harness.database.connect(settings: [("search_path", "navstate")])
    try admin.run(PostgresStatement("newer", "INSERT INTO schema_migrations VALUES ('9999-later', '')"))
    let error = #expect(throws: StoreError.self) { try StoreHarness.open(harness.database) }
    #expect(error?.description.contains("9999-later") == true)
    try admin.run(PostgresStatement("other", "DELETE FROM schema_migrations WHERE name <> '9999-later'"))
    let other = #expect(throws: StoreError.self) { try StoreHarness.open(harness.database) }
    guard case .changed(_, migration: "9999-later") = other else { return _ = Issue.record("\(other as Any)") }
  }

  @Test func `Asynchronous commits are refused`() throws {
    let admin = try harness.database.connect()
    try admin.run(
      PostgresStatement(
        "unsafe",
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$"))
    let error = #expect(throws: StoreError.self) { try StoreHarness.open(harness.database) }
    #expect(error?.description.contains("synchronous_commit is off") == true)
  }

  @Test func `A user without rights is refused, and nothing is written`() throws {
    let database = try TestDatabase()
    let admin = try database.connect()
    try admin.run(
      PostgresStatement(
        "role", "DO $$ BEGIN CREATE ROLE weak LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"))
    let url = database.url.replacingOccurrences(of: "user=navstate", with: "user=weak")
    let error = #expect(throws: StoreError.self) {
      try SharedPersistence(StoreOptions(target: url), clock: { StoreHarness.now })
    }
    guard case .forbidden = error else { return #expect(Bool(false), "\(String(describing: error))") }
    let schemas = try admin.run(
      PostgresStatement("schemas", "SELECT count(*) FROM pg_namespace WHERE nspname = 'navstate'"))
    #expect(schemas.first?.integer(0) == 0)
  }

  @Test func `Hints of one server arrive at another`() throws {
    let second = try StoreHarness.open(harness.database)
    defer { second.close() }
    let heard = Mutex<Set<SessionID>>([])
    second.announceHints { hints in
      for case .sessions(let ids) in hints { heard.withLock { $0.formUnion(ids) } }
    }
    let end = Date().addingTimeInterval(20)
    var session = TestSession()
    _ = harness.submit([session.creation()])
    // Hints that were sent before the other server listened are lost.
    while !heard.withLock({ $0.contains(session.id) }), Date() < end { _ = harness.submit([session.change()]) }
    #expect(heard.withLock { $0.contains(session.id) })
  }
}
