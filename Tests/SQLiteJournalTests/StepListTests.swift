import JSON
import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Steps stored apart from their changes")
struct StepListTests {
  private let app = App(
    "notes", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [Route("home"), Route("note")])

  private func setText(_ letter: String, _ length: Int = 100_000) -> Action {
    Action("setState", ["state": ["text": .string(String(repeating: letter, count: length))]])
  }

  /// Creates a session whose screen of 100 KB is popped, restored and changed in each round.
  private func session(on server: Server, rounds: Int = 10) async throws -> SessionID {
    let id = try await server.session()
    try await server.send(Action("push", ["route": "note"]), to: id)
    try await server.send(setText("x"), to: id)
    for round in 0..<rounds {
      try await server.send(Action("pop"), to: id)
      try await server.travel(.undo(steps: 1), in: id)
      try await server.send(Action("setState", ["state": ["n": .integer(Int64(round))]]), to: id)
    }
    return id
  }

  private func size(_ harness: JournalHarness) throws -> Int64 {
    try harness.integer(
      "SELECT (SELECT sum(length(edits)) FROM changes) + (SELECT coalesce(sum(length(content)), 0) FROM steps)") ?? 0
  }

  @Test("Equal long steps are stored once, and similar ones as patches")
  func once() async throws {
    try await withJournal { (harness) async throws in
      _ = try await session(on: Server(harness, app))
      #expect(try size(harness) < 230_000)
    }
  }

  @Test("Stored steps are read unchanged after a crash, and are deleted with their session")
  func crash() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness, app)
      let id = try await session(on: server)
      var states: [JSONValue] = []
      for revision in 1...33 { states.append(try await server.read(revision, id)) }
      try await withJournal(in: try harness.crashed()) { (copy) async throws in
        let again = Server(copy, app)
        for revision in 1...33 { #expect(try await again.read(revision, id) == states[revision - 1]) }
        #expect(await copy.journal.write(.delete(id)) == nil)
        #expect(try copy.integer("SELECT count(*) FROM steps") == 0)
        #expect(try copy.integer("SELECT count(*) FROM step_uses") == 0)
      }
    }
  }

  @Test("Stored steps are deleted when no change uses them, and not before")
  func pruned() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness, app)
      let id = try await session(on: server)
      harness.clock.advance(2_000)
      await harness.journal.tick()
      #expect(await harness.journal.write(.prune(id, before: 20)) == nil)
      harness.clock.advance(2_000)
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM step_uses WHERE revision < 20") == 0)
      #expect(try harness.integer("SELECT count(*) FROM steps") ?? 0 > 2)
      _ = try await server.read(21, id)
      #expect(await harness.journal.write(.prune(id, before: 33)) == nil)
      harness.clock.advance(2_000)
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM steps") == 0)
    }
  }

  @Test("Missing steps make past revisions unreadable, and not the current one")
  func missing() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness, app)
      let id = try await session(on: server)
      try Connection(path: harness.directory + "/navstate.db", mode: .existing).run("DELETE FROM steps")
      await #expect(throws: (any Error).self) { _ = try await server.read(1, id) }
      #expect(try await server.read(.session, id)["revision"] == 33)
    }
  }
}
