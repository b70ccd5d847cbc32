import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Corrupted session data")
struct DamageTests {
  /// A session of three revisions, of which the tables contain the first.
  private func stored() throws -> StoredSession {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 1...2 {
      _ = harness.send(.increment, to: id)
      harness.journal.settle()
    }
    return try #require(harness.journal.tables.stored(id))
  }

  private func isDamaged(_ change: (inout StoredSession) -> Void) throws -> Bool {
    var session = try stored()
    _ = try session.makeStore(Counter.app)
    change(&session)
    do throws(CorruptSession) {
      _ = try session.makeStore(Counter.app)
      return false
    } catch {
      return true
    }
  }

  @Test(
    "A stored number that is out of range makes the session corrupted",
    arguments: [Int.min, -1, UndoState.largest + 1, .max])
  func numbers(number: Int) throws {
    #expect(try isDamaged { $0.session.revision = number })
    #expect(try isDamaged { $0.session.nextID = number })
    #expect(try isDamaged { $0.session.outputs = number })
    #expect(try isDamaged { $0.session.undoState.shown = number })
    #expect(try isDamaged { $0.session.undoState.tip = number })
    #expect(try isDamaged { $0.session.undoState.oldest = number })
    #expect(try isDamaged { $0.changes[0] = $0.changes[0].with(stateOf: number) })
  }

  @Test("A stored time that is out of range makes the session corrupted", arguments: [Int64.min, .max])
  func times(time: Int64) throws {
    #expect(try isDamaged { $0.session.createdAt = time })
    #expect(try isDamaged { $0.session.updatedAt = time })
    #expect(try isDamaged { $0.changes[1] = $0.changes[1].with(at: time) })
    #expect(
      try isDamaged {
        $0.timers = [
          TimerRow(id: "t1", screen: nil, effect: "e", fireAt: time, action: Array(#"{"type":"increment"}"#.utf8))
        ]
      })
  }

  @Test("A stored id with a number that has no successor makes the session corrupted")
  func ids() throws {
    #expect(
      try isDamaged {
        $0.session.nextID = 0
        $0.screens[0].id = "a\(Int.max)"
      })
  }

  @Test("Stored containers that are cyclic or nested too deeply make the session corrupted")
  func depth() throws {
    let largest = App.maximumDepth
    for (count, expected) in [(largest - 1, false), (largest, true), (100_000, true)] {
      let isDeep = try isDamaged { session in
        session.changes = []
        session.nestContainers(count)
      }
      #expect(isDeep == expected, "\(count)")
    }
    let isRound = try isDamaged { session in
      session.changes = []
      let root = session.containers[0]
      session.containers.append(
        ContainerRow(
          id: root.id, screen: session.screens[0].id, kind: root.kind, selected: 0, history: root.history, open: nil))
    }
    #expect(isRound)
  }

  @Test("An invalid stored selection makes the session corrupted, even without later changes")
  func selection() throws {
    #expect(
      try isDamaged {
        $0.changes = []
        $0.containers[0].kind = "tabs"
        $0.containers[0].selected = 1
      })
  }
}

extension StoredChange {
  fileprivate func with(at: Int64? = nil, stateOf: Int? = nil) -> StoredChange {
    StoredChange(
      revision: revision, at: at ?? self.at, edits: edits, outputs: outputs, stateOf: stateOf ?? self.stateOf)
  }
}

extension StoredSession {
  /// Nests the given number of containers in the first screen.
  fileprivate mutating func nestContainers(_ count: Int) {
    var holder = screens[0]
    for number in 0..<count {
      let container = ContainerRow(
        id: "c\(number)", screen: holder.id, kind: "stack", selected: 0, history: Array("[]".utf8), open: nil)
      holder = ScreenRow(
        id: "s\(number)", container: container.id, position: 0, presented: nil, route: holder.route,
        params: holder.params, state: holder.state)
      containers.append(container)
      screens.append(holder)
    }
  }
}
