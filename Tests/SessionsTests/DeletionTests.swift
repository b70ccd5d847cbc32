import Apps
import Navigation
import Testing

@testable import Sessions

@Suite("Deleting a session")
struct DeletionTests {
  let rehearsal = Rehearsal()
  let failure = JournalFailure.unavailable("no disk")
  let failed = #"failed: unavailable("no disk")"#

  @Test("it is answered when it is settled; then the session is not found")
  func deletion() throws {
    let id = try rehearsal.session()
    let asked = rehearsal.delete(id)
    #expect(asked.answer == nil)
    rehearsal.journal.settle()
    #expect(asked.answer == "deleted")
    #expect(rehearsal.read(id).answer == "not found")
    #expect(rehearsal.send(.increment, to: id).answer == "not found")
    #expect(rehearsal.registry.loadedCount == 0)
    #expect(rehearsal.registry.memory.used == 0)
  }

  @Test("who comes while it is pending waits to be told that there is nothing")
  func waiting() throws {
    let id = try rehearsal.session()
    rehearsal.delete(id)
    let others = [rehearsal.read(id), rehearsal.send(.increment, to: id), rehearsal.delete(id)]
    #expect(others.map(\.answer) == [nil, nil, nil])
    rehearsal.journal.settle()
    #expect(others.map(\.answer) == ["not found", "not found", "not found"])
  }

  @Test("what was asked before it is carried out before it")
  func before() throws {
    let id = try rehearsal.session()
    let change = rehearsal.send(.increment, to: id)
    let deletion = rehearsal.delete(id)
    rehearsal.journal.settle()
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(deletion.answer == "deleted")
  }

  @Test("one that fails leaves the session as it was, and those who waited are told")
  func failing() throws {
    let id = try rehearsal.session()
    let before = rehearsal.read(id).answer
    let deletion = rehearsal.delete(id)
    let read = rehearsal.read(id)
    let change = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle(failing: failure)
    #expect(deletion.answer == failed)
    #expect(read.answer == before)
    #expect(change.answer == failed)
    let again = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    #expect(again.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("who is about to read its past is told that it is not there")
  func past() async throws {
    var settings = TestJournal.Settings()
    settings.holdsReads = true
    let rehearsal = Rehearsal(settings)
    let id = try rehearsal.session()
    for _ in 0..<3 { rehearsal.send(.increment, to: id) }
    rehearsal.journal.settle()
    let past = rehearsal.read(2, of: id)
    let undo = rehearsal.historyMove(.undo(steps: 2), in: id)
    let export = await withCheckedContinuation { done in
      rehearsal.registry.export(id) {
        done.resume(returning: $0.line)
      } answer: { _ in
        done.resume(returning: "")
      }
      rehearsal.delete(id)
      rehearsal.journal.settle()
      rehearsal.journal.settleReads()
    }
    #expect(past.answer == "not found")
    #expect(export == "not found")
    // It is looked for once more.
    rehearsal.journal.settleReads()
    #expect(undo.answer == "not found")
  }

  @Test("it goes on when the change before it fails")
  func afterFailure() throws {
    let id = try rehearsal.session()
    let change = rehearsal.send(.increment, to: id)
    let deletion = rehearsal.delete(id)
    rehearsal.journal.settle(1, failing: failure)
    #expect(change.answer == failed)
    #expect(deletion.answer == nil)
    let late = rehearsal.send(.increment, to: id)
    rehearsal.journal.settle()
    #expect(deletion.answer == "deleted")
    #expect(late.answer == "not found")
    #expect(rehearsal.journal.tables.sessions[id] == nil)
  }

  @Test("when it fails after the change before it did, the session is as committed")
  func bothFail() throws {
    let id = try rehearsal.session()
    let before = rehearsal.read(id).answer
    rehearsal.send(.increment, to: id)
    let deletion = rehearsal.delete(id)
    rehearsal.journal.settle(1, failing: failure)
    let store = try rehearsal.store(id)
    #expect(store.takeProjection() == nil)
    rehearsal.journal.settle(failing: failure)
    #expect(deletion.answer == failed)
    #expect(rehearsal.read(id).answer == before)
  }

  @Test("a session that is not in memory is deleted too")
  func unloaded() throws {
    let id = try rehearsal.session()
    let restarted = Rehearsal(after: rehearsal)
    let deletion = restarted.delete(id)
    restarted.journal.settle()
    #expect(deletion.answer == "deleted")
    #expect(restarted.read(id).answer == "not found")
  }

  @Test("its idempotency keys go with it")
  func keys() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id, key: IdempotencyKey(named: "k"))
    rehearsal.delete(id)
    rehearsal.journal.settle()
    #expect(rehearsal.send(.increment, to: id, key: IdempotencyKey(named: "k")).answer == "not found")
    #expect(rehearsal.journal.tables.answer(to: "k", of: id) == nil)
  }
}
