import Sessions
import Testing

@testable import PostgresJournal

@Suite("Sessions with changes after their snapshots")
struct ChangedSessionsTests {
  private let changed = ChangedSessions()

  private func unit(of session: inout TestSession, _ owner: any SnapshotOwner) -> CommitUnit {
    guard case (.change(let change, _), let commit) = session.change() else {
      preconditionFailure("`change` makes a change")
    }
    return CommitUnit(StoreWrite(.change(change, of: owner), as: commit, until: Deadline(in: 1)) { _ in })
  }

  private func resting(at now: Int64, atMost count: Int = 9) -> Set<SessionID> {
    Set(changed.resting(atMost: count, now: now).map(\.id))
  }

  @Test func `Sessions rest once no change was committed for a second`() {
    var sessions = [TestSession(), TestSession(), TestSession()]
    let owners = sessions.map { NoSnapshot(id: $0.id) }
    for index in 0..<2 {
      changed.record([unit(of: &sessions[index], owners[index])], [.written], now: Int64(100 * index))
    }
    changed.record([unit(of: &sessions[2], owners[2])], [.failed(.overtaken)], now: 500)
    #expect(resting(at: 1_099) == [])
    #expect(resting(at: 1_100) == [sessions[0].id, sessions[1].id])
    #expect(resting(at: 1_100, atMost: 1).count == 1)
    changed.remove(sessions[0].id)
    #expect(resting(at: 1_100) == [sessions[1].id])
    changed.add(owners[0])
    #expect(resting(at: 1_100) == [sessions[0].id, sessions[1].id])
  }

  @Test func `A session that was unloaded does not rest, and is not kept in memory`() {
    var session = TestSession()
    do {
      let owner = NoSnapshot(id: session.id)
      changed.record([unit(of: &session, owner)], [.written], now: 0)
      #expect(resting(at: 1_000) == [session.id])
    }
    #expect(resting(at: 1_000) == [])
  }
}
