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
    "A forged archive is either rejected with a line or imported and exported as the same bytes",
    arguments: [
      Counter.app, .shelves, .wakeup, TimerTestApp.app,
    ], 1...3 as ClosedRange<UInt64>)
  func forged(app: App, seed: UInt64) async throws {
    var walk = Walk(seed: seed)
    let first = SessionsHarness()
    let id = try session(app, &walk, in: first)
    let archive = try await first.archive(id)
    #expect(await SessionsHarness().take(archive, of: app).hasPrefix("created"))
    var forger = Forger(archive, seed: seed)
    for _ in 0..<250 {
      let forged = try forger.forged()
      let second = SessionsHarness()
      let end = await second.take(forged, of: app)
      guard end.hasPrefix("created") else {
        #expect(end.hasPrefix("line "), "\(end)")
        #expect(second.journal.tables.sessions.isEmpty && second.journal.tables.imports.isEmpty)
        continue
      }
      let id = try #require(second.journal.tables.sessions.keys.first)
      #expect(try await second.archive(id) == forged)
      let third = SessionsHarness(after: second, copy: true)
      #expect(try await third.archive(id) == forged, "different after a restart")
      #expect(await SessionsHarness().take(forged, of: app) == end)
    }
  }

  /// The archive of a session with changes 2 and 3, whose revision 4 undoes 3 and revision 5 redoes it.
  private func travelled() async throws -> Forger {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.send(.increment, to: id)
    harness.send(.increment, to: id)
    harness.journal.settle()
    for historyMove in [HistoryMove.undo(steps: 1), .redo(steps: 1)] {
      harness.historyMove(historyMove, in: id)
      harness.journal.settle()
    }
    return Forger(try await harness.archive(id))
  }

  @Test(
    "An archive whose `stateOf` names a revision with a different state is rejected",
    arguments: [
      (#""stateOf":2"#, #""stateOf":1"#, "line 2: Revision 2: `stateOf` of revision 4 is 1, whose state differs"),
      (#""stateOf":3"#, #""stateOf":2"#, "line 4: Revision 4: `stateOf` of revisions 4 and 5 is 2, but"),
      (#""stateOf":3"#, #""stateOf":4"#, "line 1: `tip`"),
    ])
  func stateOf(old: String, new: String, expected: String) async throws {
    let forger = try await travelled()
    #expect(await SessionsHarness().take(Forger.sealed(forger.lines), of: Counter.app) == "created 5")
    // `shown` changes with the last `stateOf`, so that nothing else is wrong.
    let shown = new.split(separator: ":").last ?? ""
    var lines = forger.lines.map { text($0).replacing(old, with: new) }
    if old.hasSuffix("3") { lines[0] = lines[0].replacing(#""shown":3"#, with: #""shown":\#(shown)"#) }
    let end = await SessionsHarness().take(Forger.sealed(lines.map { Array($0.utf8) }), of: Counter.app)
    #expect(end.hasPrefix(expected), "\(end)")
  }

  @Test(
    "An archive that an export would write differently is rejected",
    arguments: [
      (
        #"{"count":0},{"count":1}"#, #"{"count":0.0},{"count":1}"#,
        "line 1: The first state contradicts the changes: undoing all changes yields another `navigation`"
      ),
      (#""at":"2026"#, #""at": "2026"#, "line 2: The line is not as an export writes it: from column"),
    ])
  func otherWords(old: String, new: String, expected: String) async throws {
    let archive = try await travelled().replacing(old, with: new)
    #expect(await SessionsHarness().take(archive, of: Counter.app).hasPrefix(expected))
  }
}
