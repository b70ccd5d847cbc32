import AppDefinitions
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

/// A session at two nodes: one takes over the changes that the other has made.
@Suite("Changes of other nodes")
struct NewsTests {
  private let there: SessionsHarness
  private let here: SessionsHarness
  private let id: SessionID

  init() throws {
    let definition = #"""
      {"app": "tabs", "version": 1, "data": {"n": 0},
       "root": {"kind": "tabs", "routes": ["x", "y"], "backBehavior": "chronological"}, "routes": {"x": {}, "y": {}},
       "actions": {"add": {"do": {"set": {"data.n": "data.n + 1"}}}, "clear": {"do": {"forget": true}}}}
      """#
    let app = try AppDefinition(try JSONValue(parsing: definition)).app
    // Without snapshots, the changes before `forget` are not pruned.
    there = SessionsHarness(MemoryJournal.Settings(holdsSnapshots: true), apps: [app])
    id = try there.session(app)
    here = SessionsHarness(after: there, copy: true)
    _ = here.read(id)
    let token = CommitToken.random()
    let position = SessionPosition(token: token, revision: 1, revisionToken: token)
    try here.store(id).state.withLock { $0.commits = CommitState(position) }
  }

  private func takeOver() throws -> FreshnessResult {
    let (store, tables) = (try here.store(id), there.journal.tables)
    let known = store.knownPosition
    let changes = tables.past(of: id).filter { $0.revision > known.position.revision }
    let token = CommitToken.random()
    let revision = changes.last?.revision ?? known.position.revision
    let news = NewCommits(
      position: SessionPosition(token: token, revision: revision, revisionToken: token), changes: changes,
      oldest: tables.sessions[id]?.oldest ?? 1, historyBytes: 0, tokenHash: store.state.withLock { $0.tokenHash },
      tokens: SessionTokens(), key: nil, labels: [:], lease: nil, calls: [],
      idempotencyRecords: tables.idempotencyRecords(of: id))
    return store.apply(.changed(news), since: known, here.registry.environment)
  }

  @Test("An action that changes nothing leaves no screen as the beginning of a later change")
  func visits() throws {
    let nothing = Action("replaceParams", ["params": [:]])
    #expect(here.commit(nothing, to: id).answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
    there.commit(Action("select", ["route": "y"]), to: id)
    #expect(try takeOver() == .current)
    #expect(here.commit(nothing, to: id).answer == #"receipt 2 {"revision":2,"changed":false,"outputs":[]}"#)
  }

  @Test("A refusal does not replace the answer that another node has stored under the key", arguments: [404, 201])
  func keys(status: Int) async throws {
    let key = IdempotencyKey(named: "k", asking: "tokens")
    guard case nil = await here.registry.begin(key, of: id) else { return #expect(Bool(false), "the key is known") }
    there.commit(Action("add"), to: id, key: key)
    #expect(try takeOver() == .current)
    Task.inline { [here, id] in
      await here.registry.end(key, of: id, recording: StoredResponse(status: status, body: []))
    }
    #expect(here.journal.waiting == (status == 404 ? 0 : 1))
  }

  @Test("Events name the origin of the change, and what can be undone after it")
  func events() async throws {
    let listener = OriginListener()
    _ = await here.registry.listen(listener, to: id, from: .now)
    let add = ActionRequest(
      actions: [Action("add")], isBatch: false, sent: Array(#"{"type":"add"}"#.utf8),
      origin: ChangeOrigin(actor: "me"))
    there.ask { [id] registry in await awaiting { registry.perform(add, on: id, answer: $0) } }
    there.journal.settle()
    there.commit(Action("clear"), to: id)
    try #require(there.journal.tables.past(of: id).map(\.revision) == [2, 3])
    try #require(try takeOver() == .current)
    #expect([await listener.next(), await listener.next()] == ["2 me true", "3 - false"])
  }
}

/// Records the revisions of events with their actors, and whether an undo is possible after them.
private final class OriginListener: Listener {
  private let (lines, continuation) = AsyncStream<String>.makeStream()

  var wantsSession: Bool { true }
  var presence: Presence? { nil }

  func receive(_ event: SessionEvent) {
    let canUndo = String(decoding: event.session ?? [], as: UTF8.self).contains(#""undo":true"#)
    continuation.yield("\(event.revision) \(event.origin.actor ?? "-") \(canUndo)")
  }

  func sessionDeleted() {}
  func accessRevoked() {}

  func next() async -> String {
    for await line in lines { return line }
    return ""
  }
}
