import ExampleApps
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Undo, redo and jump")
struct HistoryMoveTests {
  private let harness = SessionsHarness()

  private func counted(_ count: Int) throws -> SessionID {
    let id = try harness.session()
    for _ in 0..<count { harness.send(.increment, to: id) }
    harness.journal.settle()
    return id
  }

  private func count(_ id: SessionID) throws -> JSONValue? {
    try harness.store(id).state.withLock { $0.draft.tree.current.state["count"] }
  }

  /// The values of `canUndo` and `canRedo`, separated by a space.
  private func can(_ id: SessionID) throws -> String {
    try harness.store(id).state.withLock { "\($0.undoState.canUndo) \($0.undoState.canRedo)" }
  }

  private func move(_ historyMove: HistoryMove, in id: SessionID) throws -> String {
    let asked = harness.commit(historyMove, in: id)
    return try #require(asked.answer)
  }

  @Test("Undo reverts changes one by one, and redo restores them")
  func backAndForth() throws {
    let id = try counted(3)
    #expect(try can(id) == "true false")
    #expect(try move(.undo(steps: 1), in: id) == #"receipt 5 {"revision":5,"changed":true,"outputs":[]}"#)
    #expect(try count(id) == 2)
    #expect(try can(id) == "true true")
    #expect(try move(.undo(steps: 1), in: id).hasPrefix("receipt 6"))
    #expect(try count(id) == 1)
    #expect(try move(.redo(steps: 1), in: id).hasPrefix("receipt 7"))
    #expect(try count(id) == 2)
    #expect(try move(.redo(steps: 9), in: id).hasPrefix("receipt 8"))
    #expect(try count(id) == 3)
    #expect(try can(id) == "true false")
  }

  @Test("Undo by too many steps stops at the first state, and a further undo is refused")
  func toTheFirst() throws {
    let id = try counted(2)
    #expect(try move(.undo(steps: 99), in: id).hasPrefix("receipt 4"))
    #expect(try count(id) == 0)
    #expect(try can(id) == "false true")
    #expect(try move(.undo(steps: 1), in: id) == "refused nothing-to-undo")
    #expect(try move(.redo(steps: 1), in: try counted(1)) == "refused nothing-to-redo")
  }

  @Test("A new action after an undo makes the undone changes unavailable to redo")
  func newAction() throws {
    let id = try counted(3)
    _ = try move(.undo(steps: 2), in: id)
    harness.commit(Action("decrement"), to: id)
    #expect(try count(id) == 0)
    #expect(try can(id) == "true false")
    #expect(try move(.redo(steps: 1), in: id) == "refused nothing-to-redo")
    _ = try move(.undo(steps: 1), in: id)
    #expect(try count(id) == 1, "not a state that was undone before")
    _ = try move(.undo(steps: 1), in: id)
    #expect(try count(id) == 0)
    #expect(try can(id) == "false true")
    _ = try move(.redo(steps: 2), in: id)
    #expect(try count(id) == 0)
    #expect(try can(id) == "true false")
  }

  @Test("Undone changes can be redone after a restart")
  func restart() throws {
    let id = try counted(4)
    _ = try move(.undo(steps: 1), in: id)
    _ = try move(.undo(steps: 2), in: id)
    for isInSnapshot in [false, true] {
      if isInSnapshot { harness.storeSnapshot(of: try harness.store(id)) }
      let other = SessionsHarness(after: harness, copy: true)
      let asked = other.commit(.redo(steps: 2), in: id)
      #expect(asked.answer?.hasPrefix("receipt 8") == true)
      #expect(try other.store(id).state.withLock { $0.draft.tree.current.state["count"] } == 3)
      let last = other.commit(.redo(steps: 5), in: id)
      #expect(last.answer?.hasPrefix("receipt 9") == true)
      #expect(try other.store(id).state.withLock { $0.undoState.canRedo } == false)
    }
  }

  @Test("A jump restores any revision and can be undone")
  func jump() throws {
    let id = try counted(4)
    _ = try move(.undo(steps: 4), in: id)
    #expect(try move(.jump(revision: 4), in: id).hasPrefix("receipt 7"))
    #expect(try count(id) == 3)
    #expect(try can(id) == "true false")
    _ = try move(.undo(steps: 1), in: id)
    #expect(try count(id) == 0)
    _ = try move(.jump(revision: 5), in: id)
    #expect(try count(id) == 4)
    #expect(try move(.jump(revision: 9), in: id) == #"receipt 9 {"revision":9,"changed":false,"outputs":[]}"#)
    #expect(try move(.jump(revision: 10), in: id) == "no revision 10, last 9")
  }

  @Test("An undo waits for pending changes and reverts the last one")
  func pending() throws {
    let id = try counted(1)
    harness.send(.increment, to: id)
    let asked = harness.historyMove(.undo(steps: 1), in: id)
    #expect(asked.answer == nil)
    harness.journal.settle()
    harness.journal.settle()
    #expect(asked.answer?.hasPrefix("receipt 4") == true)
    #expect(try count(id) == 1)
  }

  @Test("An undo includes a change that is made while the history is read")
  func meanwhile() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    harness.commit(.increment, to: id)
    let asked = harness.historyMove(.undo(steps: 1), in: id)
    harness.commit(.increment, to: id)
    harness.journal.settleReads()
    #expect(asked.answer == nil, "the history was read for a revision that is no longer the current one")
    harness.journal.settleReads()
    harness.journal.settle()
    #expect(asked.answer?.hasPrefix("receipt 4") == true)
    #expect(try harness.store(id).state.withLock { $0.draft.tree.current.state["count"] } == 1)
  }

  @Test("A jump includes a change that is made while the history is read")
  func jumpMeanwhile() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    harness.commit(.increment, to: id)
    let asked = harness.historyMove(.jump(revision: 1), in: id)
    harness.commit(.increment, to: id)
    harness.journal.settleReads()
    #expect(asked.answer == nil, "the history was read for a revision that is no longer the current one")
    harness.journal.settleReads()
    // The journal reads a page for each of the two changes.
    harness.journal.settleReads()
    harness.journal.settle()
    #expect(asked.answer?.hasPrefix("receipt 4") == true)
    #expect(try harness.store(id).state.withLock { $0.draft.tree.current.state["count"] } == 0)
  }

  @Test("An undo that cannot be written leaves the session unchanged")
  func failure() throws {
    let id = try counted(2)
    let asked = harness.historyMove(.undo(steps: 1), in: id)
    harness.journal.settle(failing: .unavailable("gone"))
    #expect(asked.answer == #"failed: unavailable("gone")"#)
    #expect(try count(id) == 2)
    #expect(try can(id) == "true false")
    #expect(try move(.undo(steps: 1), in: id).hasPrefix("receipt 4"))
    #expect(try count(id) == 1)
  }

  @Test("Undo and redo restore each state exactly, and each revision can be read", arguments: 1...4)
  func random(seed: Int) async throws {
    var walk = Walk(seed: UInt64(seed))
    let id = try harness.session(.shelves)
    var states = [try state(id)]
    var sessions = [try #require(harness.read(id).answer)]
    for _ in 0..<80 {
      // Other tests need the same threads.
      await Task.yield()
      harness.clock.advance(7)
      harness.commit(walk.action(), to: id)
      let session = try #require(harness.read(id).answer)
      if session != sessions.last {
        sessions.append(session)
        states.append(try state(id))
      }
    }
    try #require(states.count > 30, "seed \(seed)")
    for index in states.indices.reversed().dropFirst() {
      _ = try move(.undo(steps: 1), in: id)
      try #require(try state(id) == states[index], "seed \(seed), undo to \(index)")
      await Task.yield()
      if walk.upTo(9) == 1 { harness.storeSnapshot(of: try harness.store(id)) }
      sessions.append(try #require(harness.read(id).answer))
    }
    for index in states.indices.dropFirst() {
      _ = try move(.redo(steps: 1), in: id)
      try #require(try state(id) == states[index], "seed \(seed), redo to \(index)")
    }
    for (index, session) in sessions.enumerated() {
      try #require(harness.read(index + 1, of: id).answer == session, "seed \(seed), revision \(index + 1)")
    }
    _ = try move(.undo(steps: 10_000), in: id)
    #expect(try state(id) == states[0])
    _ = try move(.redo(steps: 10_000), in: id)
    #expect(try state(id) == states[states.count - 1])
  }

  private func state(_ id: SessionID) throws -> Tree.State {
    try harness.store(id).state.withLock { Tree.State(root: $0.draft.tree.root, data: $0.draft.tree.data) }
  }
}

extension Tree {
  /// A tree without the number of the next id, which undo does not restore.
  fileprivate struct State: Equatable {
    let root: Container
    let data: JSONValue
  }
}
