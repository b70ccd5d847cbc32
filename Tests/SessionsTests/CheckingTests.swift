import ExampleApps
import JSON
import Navigation
@testable import Sessions
import Testing

@Suite("Checks of a session against its journal")
struct CheckingTests {
  /// A stored session whose history has undo and redo, its changes and its JSON.
  private func stored(seed: UInt64) throws -> (session: StoredSession, past: [PastChange], json: String?) {
    let harness = SessionsHarness()
    let id = try harness.session(.shelves)
    var walk = Walk(seed: seed)
    for turn in 1...60 {
      _ = harness.send(walk.action(), to: id)
      if turn.isMultiple(of: 9) { _ = harness.historyMove(.undo(steps: walk.upTo(3)), in: id) }
      if turn.isMultiple(of: 20) { _ = harness.historyMove(.redo(steps: 1), in: id) }
      harness.journal.settle()
    }
    let tables = harness.journal.tables
    return (
      try #require(tables.stored(id)), tables.past(of: id), harness.read(id).answer
    )
  }

  @Test(
    "The check of a session that agrees with its journal returns the JSON that clients receive",
    arguments: 1...10 as ClosedRange<UInt64>)
  func sound(seed: UInt64) throws {
    let (session, past, json) = try stored(seed: seed)
    #expect(past.count > 10)
    let checked = String(decoding: try session.checked(.shelves, past: past), as: UTF8.self)
    #expect(json?.contains(checked) == true)
  }

  @Test("The check of a session fails if the journal lacks a change or has two changes swapped")
  func journal() throws {
    let (session, past, _) = try stored(seed: 1)
    for index in past.indices {
      var torn = past
      torn.remove(at: index)
      #expect(throws: CorruptSession.self) { try session.checked(.shelves, past: torn) }
    }
    var swapped = past
    swapped.swapAt(3, 4)
    #expect(throws: CorruptSession.self) { try session.checked(.shelves, past: swapped) }
    #expect(throws: CorruptSession.self) { try session.checked(Counter.app, past: past) }
  }

  @Test("The check of a session fails if its snapshot disagrees with the journal")
  func snapshot() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 1...3 {
      _ = harness.commit(.increment, to: id)
    }
    harness.storeSnapshot(of: try harness.store(id))
    let tables = harness.journal.tables
    let (session, past) = (try #require(tables.stored(id)), tables.past(of: id))
    #expect(session.session.revision == 4)
    _ = try session.checked(Counter.app, past: past)
    var changed = session
    changed.replace(#"{"count":3}"#, with: #"{"count":7}"#)
    #expect(throws: CorruptSession.self) { try changed.checked(Counter.app, past: past) }
    changed = session
    changed.session.updatedAt += 1
    #expect(throws: CorruptSession.self) { try changed.checked(Counter.app, past: past) }
    changed = session
    changed.session.revision = 3
    #expect(throws: CorruptSession.self) { try changed.checked(Counter.app, past: past) }
  }
}

extension StoredSession {
  /// Checks the session with a history that is read two changes at a time.
  func checked(_ app: App, past: [PastChange]) throws(CorruptSession) -> [UInt8] {
    try checked(app) { query throws(CorruptSession) in
      var list: [PastChange]
      switch query.selection {
      case .ascending(let revisions): list = past.filter { revisions.contains($0.revision) }
      case .descending(let revisions): list = past.reversed().filter { revisions.contains($0.revision) }
      case .undoPath, .listed: throw CorruptSession(detail: "a check reads the past in its order")
      }
      list = Array(list.prefix(2))
      guard list.count == 2 else { return PastPage(changes: list, next: nil) }
      return PastPage(changes: list, next: query.after(list[1].revision))
    }
  }
}

extension PastQuery {
  /// The rest of the query after a revision, or nil if there is none.
  fileprivate func after(_ revision: Int) -> PastQuery? {
    switch selection {
    case .ascending(let range) where revision < range.upperBound:
      PastQuery(session: session, selection: .ascending(revision + 1...range.upperBound), content: content)
    case .descending(let range) where revision > range.lowerBound:
      PastQuery(session: session, selection: .descending(range.lowerBound...revision - 1), content: content)
    default: nil
    }
  }
}
