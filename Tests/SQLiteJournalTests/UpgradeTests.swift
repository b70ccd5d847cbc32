import AppDefinitions
import ExampleApps
import JSON
import TestSupport
import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Databases of earlier versions")
struct UpgradeTests {
  @Test("An upgrade keeps the sessions and their histories", arguments: EarlierDatabase.all)
  func sessions(earlier: EarlierDatabase) async throws {
    try await withUpgraded(earlier) { (harness, server) async throws in
      for session in try earlier.sessions() {
        let id = try #require(SessionID(session.id))
        let read = try await server.read(.session, id)
        for name in ["id", "app", "revision", "createdAt", "updatedAt", "navigation", "data", "current"] {
          #expect(read[name] == session.json[name], "\(name)")
        }
        let query = HistoryPageQuery(session: id, after: 0, limit: 100, type: nil)
        let items = try await harness.journal.history(query).items
        #expect(try items.map { [.integer(Int64($0.revision)), try JSONValue(parsing: $0.action)] } == session.history)
        #expect(items.allSatisfy { $0.refused == nil })
      }
      #expect(try await harness.journal.load(try #require(SessionID(earlier.deleted()))) == nil)
    }
  }

  @Test("Undo, redo, jump, each past revision and export work after an upgrade", arguments: EarlierDatabase.all)
  func goesOn(earlier: EarlierDatabase) async throws {
    try await withUpgraded(earlier) { (harness, server) async throws in
      for session in try earlier.sessions() {
        let id = try #require(SessionID(session.id))
        let last = try #require(session.json["revision"]?.integerValue)
        for revision in 1...Int(last) {
          #expect(try await server.read(revision, id)["revision"] == .integer(Int64(revision)))
        }
        #expect(try await server.read(Int(last), id)["navigation"] == session.json["navigation"])
        guard last > 1 else { continue }
        try await server.travel(.undo(steps: 1), in: id)
        #expect(try await server.read(.session, id)["navigation"] == server.read(Int(last) - 1, id)["navigation"])
        try await server.travel(.redo(steps: 1), in: id)
        #expect(try await server.read(.session, id)["navigation"] == session.json["navigation"])
        try await server.travel(.jump(revision: 1), in: id)
        #expect(try await server.read(.session, id)["navigation"] == server.read(1, id)["navigation"])
        #expect(try await server.export(id) > 0)
      }
    }
  }

  @Test("An upgrade keeps the idempotency keys, timers and apps", arguments: EarlierDatabase.all)
  func keepsTheRest(earlier: EarlierDatabase) async throws {
    try await withUpgraded(earlier) { (harness, server) async throws in
      let sessions = try earlier.sessions()
      let counter = try #require(SessionID(sessions[0].id))
      #expect(try await harness.journal.idempotencyRecord(for: "second", of: counter)?.status == 200)
      #expect(try harness.journal.apps().map(\.name) == ["shop"])
      guard earlier.number >= 3 else { return }
      let list = try #require(SessionID(sessions[2].id))
      #expect(try await server.read(.timers, list)["items"]?.arrayValue?.count == 1)
      harness.clock.advance(60_000)
      server.registry.startTimers(server.wakeup)
      while try await server.read(.timers, list)["items"]?.arrayValue?.count != 0 {
        server.wakeup.fireIfDue()
        await Task.yield()
      }
      server.registry.stopTimers()
      #expect(try await server.read(.session, list)["current"]?["state"] == ["count": 42])
    }
  }

  /// Runs `body` with a server on an upgraded database, one second after the last change.
  private func withUpgraded(
    _ earlier: EarlierDatabase, _ body: (JournalHarness, Server) async throws -> Void
  ) async throws {
    let directory = temporaryPath()
    try earlier.make(in: directory)
    try await withJournal(in: directory) { (harness) async throws in
      let last = try #require(try harness.integer("SELECT max(at) FROM changes"))
      harness.clock.advance(last + 1_000 - harness.clock.now)
      let shop = try AppDefinition(
        try JSONValue(parsing: try #require(harness.journal.apps().first).definition), named: "shop",
        features: BuiltInApps.features)
      try await body(harness, Server(harness, Counter.app, also: [List.app, shop.app]))
      #expect(try harness.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    }
  }
}
