import ExampleApps
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Deletion of sessions")
struct DeletionTests {
  let harness = SessionsHarness()
  let failure = JournalFailure.unavailable("no disk")
  let failed = #"failed: unavailable("no disk")"#

  @Test("A deletion is acknowledged when it is durable, and the session is then not found")
  func deletion() throws {
    let id = try harness.session()
    let asked = harness.delete(id)
    #expect(asked.answer == nil)
    harness.journal.settle()
    #expect(asked.answer == "deleted")
    #expect(harness.read(id).answer == "not found")
    #expect(harness.send(.increment, to: id).answer == "not found")
    #expect(harness.registry.loadedCount == 0)
    #expect(harness.registry.memory.used == 0)
  }

  @Test("A request during a pending deletion waits and then does not find the session")
  func waiting() throws {
    let id = try harness.session()
    harness.delete(id)
    let others = [harness.read(id), harness.send(.increment, to: id), harness.delete(id)]
    #expect(others.map(\.answer) == [nil, nil, nil])
    harness.journal.settle()
    #expect(others.map(\.answer) == ["not found", "not found", "not found"])
  }

  @Test("Requests that precede a deletion are carried out before it")
  func before() throws {
    let id = try harness.session()
    let change = harness.send(.increment, to: id)
    let deletion = harness.commitDeletion(of: id)
    #expect(change.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(deletion.answer == "deleted")
  }

  @Test("A failed deletion leaves the session unchanged and fails the changes that wait for it")
  func failing() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    let deletion = harness.delete(id)
    let read = harness.read(id)
    let change = harness.send(.increment, to: id)
    harness.journal.settle(failing: failure)
    #expect(deletion.answer == failed)
    #expect(read.answer == before)
    #expect(change.answer == failed)
    let again = harness.commit(.increment, to: id)
    #expect(again.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("A read of the history does not find a session that is deleted before the journal reads it")
  func past() async throws {
    let harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
    let id = try harness.session()
    for _ in 0..<3 { harness.send(.increment, to: id) }
    harness.journal.settle()
    let past = harness.read(2, of: id)
    let undo = harness.historyMove(.undo(steps: 2), in: id)
    let export = harness.ask { registry in
      do throws(OutcomeError) {
        return .noSuchRevision(try await registry.export(id).revision, last: 0)
      } catch {
        return error.outcome
      }
    }
    harness.commitDeletion(of: id)
    harness.journal.settleReads()
    #expect(past.answer == "not found")
    #expect(export.answer == "not found")
    // The undo looks the session up once more.
    harness.journal.settleReads()
    #expect(undo.answer == "not found")
  }

  @Test("A read of the history during a pending deletion finds the session, because the deletion can fail")
  func pastWhilePending() throws {
    let id = try harness.session()
    harness.commit(.increment, to: id)
    let before = [harness.read(1, of: id).answer, harness.read(2, of: id).answer]
    let deletion = harness.delete(id)
    #expect([harness.read(1, of: id).answer, harness.read(2, of: id).answer] == before)
    harness.journal.settle(failing: failure)
    #expect(deletion.answer == failed)
    #expect(before.allSatisfy { $0 != nil && $0 != "not found" })
  }

  @Test("A deletion succeeds even if the change before it fails")
  func afterFailure() throws {
    let id = try harness.session()
    let change = harness.send(.increment, to: id)
    let deletion = harness.delete(id)
    harness.journal.settle(1, failing: failure)
    #expect(change.answer == failed)
    #expect(deletion.answer == nil)
    let late = harness.commit(.increment, to: id)
    #expect(deletion.answer == "deleted")
    #expect(late.answer == "not found")
    #expect(harness.journal.tables.sessions[id] == nil)
  }

  @Test("A deletion that fails after a failed change leaves the committed session")
  func bothFail() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    harness.send(.increment, to: id)
    let deletion = harness.delete(id)
    harness.journal.settle(1, failing: failure)
    let store = try harness.store(id)
    #expect(store.takeSnapshot() == nil)
    harness.journal.settle(failing: failure)
    #expect(deletion.answer == failed)
    #expect(harness.read(id).answer == before)
  }

  @Test("A session that is not loaded can be deleted")
  func unloaded() throws {
    let id = try harness.session()
    let restarted = SessionsHarness(after: harness)
    let deletion = restarted.commitDeletion(of: id)
    #expect(deletion.answer == "deleted")
    #expect(restarted.read(id).answer == "not found")
  }

  @Test("The deletion of a session deletes its idempotency keys")
  func keys() throws {
    let id = try harness.session()
    harness.send(.increment, to: id, key: IdempotencyKey(named: "k"))
    harness.commitDeletion(of: id)
    #expect(harness.send(.increment, to: id, key: IdempotencyKey(named: "k")).answer == "not found")
    #expect(harness.journal.tables.idempotencyRecord(for: "k", of: id) == nil)
  }
}
