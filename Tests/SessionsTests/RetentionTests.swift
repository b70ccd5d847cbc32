import ExampleApps
import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Retention")
struct RetentionTests {
  private let harness = SessionsHarness()

  private func counted(_ count: Int) throws -> SessionID {
    let id = try harness.session()
    for _ in 0..<count {
      harness.clock.advance(1_000)
      harness.commit(.increment, to: id)
    }
    harness.storeSnapshot(of: try harness.store(id))
    return id
  }

  private func keep(_ revisions: Int, age: Int64 = 1_000_000_000) async {
    var retention = Retention()
    retention.revisions = revisions
    retention.age = age
    await harness.compact(retention)
  }

  private func move(_ historyMove: HistoryMove, in id: SessionID) async -> String {
    let asked = harness.historyMove(historyMove, in: id)
    while asked.answer == nil { await Task.yield() }
    return asked.answer ?? ""
  }

  private func revisions(_ id: SessionID) -> [Int] {
    harness.journal.tables.sessions[id]?.changes.map(\.revision) ?? []
  }

  @Test("Retention keeps the configured number of revisions, and undo stops at the oldest one")
  func count() async throws {
    let id = try counted(200)
    await keep(10)
    #expect(revisions(id) == Array(192...201))
    #expect(harness.read(191, of: id).answer == "pruned 191, oldest 192")
    #expect(harness.read(192, of: id).answer?.contains(#""count":191"#) == true)
    #expect(await move(.jump(revision: 191), in: id) == "pruned 191, oldest 192")
    #expect(await move(.undo(steps: 50), in: id).hasPrefix("receipt 202"))
    #expect(harness.read(id).answer?.contains(#""undo":false,"redo":true"#) == true)
    #expect(await move(.undo(steps: 1), in: id) == "pruned 191, oldest 192")
    #expect(await move(.redo(steps: 50), in: id).hasPrefix("receipt 203"))
    #expect(harness.read(id).answer?.contains(#""count":200"#) == true)
  }

  @Test("Retention keeps all states of the configured period, and always the last state")
  func age() async throws {
    let id = try counted(10)
    await keep(1_000, age: 3_500)
    // Revisions 8 to 11 are in the period; revision 7 was the state at its start.
    #expect(revisions(id) == [7, 8, 9, 10, 11])
    await keep(1_000, age: 3_500)
    #expect(revisions(id) == [7, 8, 9, 10, 11])
    harness.clock.advance(1_000_000)
    await keep(1_000, age: 3_500)
    #expect(revisions(id) == [11])
    #expect(harness.read(11, of: id).answer == harness.read(id).answer)
    #expect(await move(.undo(steps: 1), in: id) == "pruned 10, oldest 11")
  }

  @Test("Pruned revisions stay unavailable after a restart")
  func restart() async throws {
    let id = try counted(100)
    await keep(5)
    let again = SessionsHarness(after: harness, copy: true)
    #expect(again.read(96, of: id).answer == "pruned 96, oldest 97")
    #expect(again.read(97, of: id).answer == harness.read(97, of: id).answer)
  }

  @Test("Retention does not prune changes that are not in the snapshot")
  func behind() async throws {
    let id = try harness.session()
    for _ in 0..<20 { harness.send(.increment, to: id) }
    harness.journal.settle()
    await keep(5)
    #expect(revisions(id) == Array(2...21))
  }

  @Test("A pruned change cannot be redone")
  func redo() async throws {
    let id = try counted(3)
    harness.journal.settleByItself { _ in nil }
    for _ in 0..<20 {
      #expect(await move(.undo(steps: 1), in: id).hasPrefix("receipt"))
      #expect(await move(.redo(steps: 1), in: id).hasPrefix("receipt"))
    }
    #expect(await move(.undo(steps: 1), in: id).hasPrefix("receipt"))
    harness.storeSnapshot(of: try harness.store(id))
    await keep(4)
    let state = harness.read(id).answer
    #expect(state?.contains(#""undo":false,"redo":false"#) == true)
    #expect(await move(.redo(steps: 1), in: id) == "refused nothing-to-redo")
    let again = SessionsHarness(after: harness, copy: true)
    #expect(again.read(id).answer == state)
  }

  @Test("Retention ends and prunes nothing when the journal cannot be written")
  func failing() async throws {
    let id = try counted(100)
    harness.journal.settleByItself { _ in .unavailable("no disk") }
    var retention = Retention()
    retention.revisions = 5
    await harness.registry.compact(retention)
    #expect(revisions(id).count == 100)
    await keep(5)
    #expect(revisions(id).count == 5)
  }
}

@Suite("Stored changes that do not apply")
struct UnfitChangeTests {
  @Test(
    "A stored change that does not apply makes its session corrupted, without a crash",
    arguments: [
      #"[["remove","root",5,{"id":"a1","route":"counter","params":{},"state":{}}]]"#,
      #"[["remove","root",0,{"id":"a1","route":"counter","params":{},"state":{}}]]"#,
      #"[["state","a77",{},{}]]"#, #"[["insert","x",0,{"id":"a5","route":"counter","params":{},"state":{}}]]"#,
      #"[["move","root",0,1]]"#, #"[["focus","q",{"selected":0},{"selected":1}]]"#,
    ])
  func loading(edits: String) throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    var stored = try #require(harness.journal.tables.stored(id))
    stored.changes = [PastChange(revision: 2, at: 5, action: [], edits: Array(edits.utf8), outputs: Array("[]".utf8))]
    #expect(throws: CorruptSession.self) { try stored.makeStore(Counter.app) }
  }
}
