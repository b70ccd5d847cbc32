import ExampleApps
import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Forged archives")
struct ArchiveForgeryTests {
  /// A session with a history of changes, undo, redo, outputs or timers.
  private func session(_ app: App, _ walk: inout Walk, in harness: SessionsHarness) throws -> SessionID {
    let id = try harness.session(app)
    for step in 0..<24 {
      harness.clock.advance(Int64(walk.upTo(50)))
      switch walk.upTo(8) {
      case 1: harness.historyMove(.undo(steps: walk.upTo(3)), in: id)
      case 2: harness.historyMove(.redo(steps: walk.upTo(3)), in: id)
      case 3 where app.name == TimerTestApp.app.name:
        harness.send(Action("boil", TimerTestApp.boil("k\(step % 3)", after: Int64(walk.upTo(9_000)))), to: id)
      default: harness.send(app.name == "shelves" ? walk.action() : Self.action(step, &walk), to: id)
      }
      harness.journal.settle()
    }
    return id
  }

  private static func action(_ step: Int, _ walk: inout Walk) -> Action {
    walk.upTo(2) == 1
      ? Action("increment") : Action("push", ["route": "counter", "params": ["n": .integer(Int64(step))]])
  }

  @Test(
    "A forged archive is either rejected with a line or imported, and can be exported also after a restart",
    arguments: [
      Counter.app, .shelves, .wakeup, TimerTestApp.app,
    ], 1...3 as ClosedRange<UInt64>)
  func forged(app: App, seed: UInt64) async throws {
    var walk = Walk(seed: seed)
    let first = SessionsHarness()
    let id = try session(app, &walk, in: first)
    let archive = try await first.archive(id)
    let copy = SessionsHarness()
    #expect(await copy.importArchive(archive, of: app).hasPrefix("created"))
    #expect(try await copy.archive(id) == archive)
    var forger = Forger(archive, seed: seed)
    for _ in 0..<250 {
      let forged = try forger.forged()
      let second = SessionsHarness()
      let end = await second.importArchive(forged, of: app)
      guard end.hasPrefix("created") else {
        #expect(end.hasPrefix("line "), "\(end)")
        #expect(second.journal.tables.sessions.isEmpty && second.journal.tables.imports.isEmpty)
        continue
      }
      let id = try #require(second.journal.tables.sessions.keys.first)
      let exported = try await second.archive(id)
      let third = SessionsHarness(after: second, copy: true)
      #expect(try await third.archive(id) == exported, "different after a restart")
      #expect(await SessionsHarness().importArchive(forged, of: app) == end)
    }
  }

  /// The archive of a session with changes 2 and 3, whose revision 4 undoes 3 and revision 5 redoes it.
  private func travelled() async throws -> Forger {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.send(.increment, to: id)
    harness.commit(.increment, to: id)
    for historyMove in [HistoryMove.undo(steps: 1), .redo(steps: 1)] {
      harness.commit(historyMove, in: id)
    }
    return Forger(try await harness.archive(id))
  }

  @Test("An archive whose undo does not lead to the state that it names is rejected")
  func edits() async throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 1...2 { harness.commit(.increment, to: id) }
    harness.commit(.undo(steps: 1), in: id)
    var lines = Forger(try await harness.archive(id)).lines
    let undo = try #require(lines.firstIndex { text($0).contains(#""stateOf":2"#) })
    guard case .object(var members) = try JSONValue(parsing: lines[undo]) else { return }
    members["edits"] = []
    lines[undo] = JSONValue.object(members).bytes
    let end = await SessionsHarness().importArchive(Forger.sealed(lines), of: Counter.app)
    #expect(end.hasPrefix("line 4: Revision 4: its edits do not lead to the state of revision 2"), "\(end)")
  }

  @Test("An archive whose `stateOf` does not lead to the undo state of its first line is rejected")
  func stateOf() async throws {
    let archive = try await travelled().replacing(#""stateOf":3"#, with: #""stateOf":4"#)
    #expect(
      await SessionsHarness().importArchive(archive, of: Counter.app).hasPrefix(
        "line 5: Revision 5: its edits do not lead"))
  }

  @Test("An archive with a line that an export would write differently is rejected")
  func otherWords() async throws {
    let archive = try await travelled().replacing(#""at":"2026"#, with: #""at": "2026"#)
    #expect(
      await SessionsHarness().importArchive(archive, of: Counter.app).hasPrefix(
        "line 2: The line is not as an export writes it: from column"))
  }
}
