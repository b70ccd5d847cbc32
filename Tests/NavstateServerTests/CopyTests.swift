import ExampleApps
import Foundation
import Navigation
import SQLiteJournal
import Sessions
import TestSupport
import Testing

@Suite struct CopyTests {
  /// Uses a data folder as a server does.
  private func use(_ data: String, _ body: (SessionRegistry, SessionClient) async throws -> Void) async throws {
    let clock = ManualClock()
    let journal = try SQLiteJournal(directory: data) { clock.now }
    let environment = SessionEnvironment(journal: journal, now: { clock.now }, limits: SessionLimits())
    let registry = SessionRegistry(environment: environment, catalogue: AppCatalogue(compiled: [Counter.app]))
    try await body(registry, SessionClient(registry))
    #expect(journal.close() == nil)
  }

  private func numbers(_ data: String, _ query: String) throws -> [Int64] {
    let connection = try Connection(path: data + "/navstate.db", mode: .existing)
    return try connection.statement(query).fetchAll { $0.integer(0) }
  }

  private func copy(_ from: String, _ to: String) throws -> BuiltProgram.Ending {
    try BuiltProgram.run("copy", "--from", from, "--to", to)
  }

  @Test func `A copy has the counts of flows, also of deleted sessions, and goes on from them`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (data, between, target) = (folder + "/a", folder + "/b", folder + "/c")
    let push = Action("push", ["route": "counter"])
    var kept: SessionID?
    try await use(data) { registry, client in
      for _ in 0..<2 {
        guard case .created(let id, _, _) = await client.create(Counter.app) else { throw CancellationError() }
        for _ in 0..<3 { _ = await client.send([push], to: id) }
        if kept != nil { _ = await registry.delete(id) }
        kept = kept ?? id
      }
    }
    for (from, to) in [(data, between), (between, target)] {
      let first = try copy(from, to)
      #expect(first.status == 0 && first.output.contains("apps with flows: 1 copied, 0 already there"), "\(first)")
      let again = try copy(from, to)
      #expect(again.status == 0 && again.output.contains("apps with flows: 0 copied, 1 already there"), "\(again)")
    }
    for query in [
      "SELECT count FROM flow_edges ORDER BY label, span, start, app_version, origin, target, cause",
      "SELECT last FROM flow_routes ORDER BY label, span, start, app_version, route",
      "SELECT length(stays) FROM flow_routes ORDER BY label, span, start, app_version, route",
      "SELECT entered_at FROM session_rows",
    ] {
      let copied = try numbers(target, query)
      #expect(copied == (try numbers(data, query)) && !copied.isEmpty)
    }
    // A session that goes on moves from its former place to its new one.
    let last = "SELECT sum(last) FROM flow_routes WHERE span = 1440"
    try await use(target) { _, client in _ = await client.send([push], to: try #require(kept)) }
    #expect(try numbers(target, last) == [2])
    let other = try copy(data, target)
    #expect(other.status == 1 && other.errors.contains("the flows of counter: the target has other counts of flows"))
  }
}
