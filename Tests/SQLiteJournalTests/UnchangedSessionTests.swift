import JSON
import Navigation
@testable import SQLiteJournal
import TestSupport
import Synchronization
import Testing

@testable import Sessions

@Suite("Sessions without changes")
struct UnchangedSessionTests {
  /// A session whose changes update only its own row.
  private final class Nested: Projecting {
    let id = SessionID.random()
    private let revision = Mutex(1)

    /// Tabs with a stack and with a drawer in a sheet. Some values have members named like those of a container.
    private static let root = #"""
      {"id":"root","kind":"tabs","selected":1,"history":["a1","a2"],"screens":[
        {"id":"a1","route":"list","params":{"screens":[{"id":"no"}]},"state":{"n":3}},
        {"id":"a2","route":"more","params":{},"state":{"content":{"id":"no"},"presented":[{"screen":{"id":"no"}}]},
          "content":{"id":"a3","kind":"stack","selected":0,
            "screens":[{"id":"a4","route":"home","params":{},"state":{"count":2},"opener":"a1"}],
            "presented":[{"style":"sheet","screen":{"id":"a5","route":"s","params":{"a":1},"state":null,
              "content":{"id":"a6","kind":"drawer","selected":0,"history":["a7"],"open":true,
                "screens":[{"id":"a7","route":"in","params":{},"state":{}}],"presented":[]}}}]}}],
       "presented":[{"style":"alert","screen":{"id":"a8","route":"q","params":{},"state":{"yes":1}}}]}
      """#

    private var row: SessionRow {
      SessionRow(
        id: id, app: "shop", appVersion: 1, revision: revision.withLock { $0 }, createdAt: 1, updatedAt: 1, nextID: 9,
        outputs: 0, data: Array("{}".utf8), tokenHash: [1])
    }

    func creation() throws -> Write {
      let root = try Container(stored: try JSONValue(parsing: Array(Self.root.utf8)))
      var json = JSONWriter()
      root.write(to: &json)
      return .create(InitialSession(row, root: root, navigation: json.bytes[...]), record: nil)
    }

    func change() -> Change {
      let revision = revision.withLock { revision in
        revision += 1
        return revision
      }
      return Owner(id).change(revision)
    }

    func takeProjection() -> Projection? {
      Projection(session: row, containers: [], screens: [], removedContainers: [], removedScreens: [])
    }

    func restore(_ projection: Projection) {}
  }

  /// Returns the rows of a view as sorted texts.
  private func rows(_ view: String, in harness: JournalHarness) throws -> [String] {
    let connection = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    let row = connection.statement(
      "SELECT json_array(\(view)) FROM \(view.hasPrefix("open") ? "containers" : "screens")")
    defer { row.reset() }
    var rows: [String] = []
    while try row.step() { rows.append(row.text(0)) }
    return rows.sorted()
  }

  private static let views = [
    "open, id, screen, kind, selected, history",
    "id, container, position, presented, route, params, state, opener, intent",
  ]

  @Test("The views of containers and screens have the same rows before the first change as after it")
  func views() async throws {
    try await withJournal { harness async throws in
      let nested = Nested()
      #expect(await harness.journal.write(try nested.creation()) == nil)
      harness.clock.advance(1_000)
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM screen_rows") == 0)
      let before = try Self.views.map { try rows($0, in: harness) }
      #expect(before.map(\.count) == [3, 6])
      let loaded = try #require(try await harness.journal.load(nested.id))
      #expect(await harness.journal.write(.change(nested.change(), of: nested)) == nil)
      #expect(await harness.journal.failure(projecting: nested) == nil)
      #expect(try harness.integer("SELECT navigation IS NULL AND revision = 2 FROM sessions") == 1)
      #expect(try harness.integer("SELECT count(*) FROM screen_rows") == 6)
      #expect(try Self.views.map { try rows($0, in: harness) } == before)
      let changed = try #require(try await harness.journal.load(nested.id))
      #expect(changed.screens.map(\.id).sorted() == loaded.screens.map(\.id).sorted())
      #expect(changed.containers.map(\.id).sorted() == loaded.containers.map(\.id).sorted())
      #expect(try harness.integer("SELECT sum(value) FROM counters") == 6)
    }
  }

  @Test("A session with a damaged stored navigation can be neither loaded nor projected")
  func damage() async throws {
    try await withJournal { harness async throws in
      let (nested, other) = (Nested(), Owner())
      #expect(await harness.journal.write(try nested.creation()) == nil)
      #expect(await harness.journal.create(other) == nil)
      harness.clock.advance(1_000)
      await harness.journal.tick()
      try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(
        "UPDATE sessions SET navigation = '{\"id\":1}' WHERE id = '\(nested.id.text)'")
      await #expect(throws: (any Error).self) { try await harness.journal.load(nested.id) }
      #expect(await harness.journal.write(.change(nested.change(), of: nested)) == nil)
      #expect(await harness.journal.failure(projecting: nested) != nil)
      #expect(harness.notes.damaged == [nested.id])
      guard case .damaged = await harness.journal.write(.change(nested.change(), of: nested)) else {
        return _ = Issue.record("Succeeded")
      }
      #expect(await harness.journal.change(other, 2) == nil)
      #expect(await harness.journal.failure(projecting: other) == nil)
    }
  }

  @Test("The index of last changes exists only where unchanged sessions expire", arguments: [true, false, nil])
  func updates(isNeeded: Bool?) throws {
    try withFolder { directory in
      for isFirstNeeded in [true, false] {
        for isNeeded in [isFirstNeeded, isNeeded] {
          let journal = try SQLiteJournal(directory: directory, expiresUnchanged: isNeeded, clock: { 1 })
          #expect(journal.close() == nil)
        }
        let count = try Connection(path: directory + "/navstate.db", mode: .reading).integer(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'sessions_by_update'")
        #expect(count == (isNeeded ?? isFirstNeeded ? 1 : 0))
      }
    }
  }
}
