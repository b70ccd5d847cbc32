import TestSupport
import Sessions
import PostgresJournal
import Testing

@Suite("Commits on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct CommitTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  @Test func `A created session is loaded as it was written`() throws {
    let session = TestSession()
    #expect(harness.submit([session.creation(key: "k", labels: ["a": "b"], expires: 5_000)]) == [nil])
    let stored = try #require(try harness.load(session.id))
    let written = session.snapshot(key: "k", labels: ["a": "b"], expires: 5_000)
    #expect(stored.session == written.session)
    #expect(stored.navigation[...] == written.navigation)
    #expect(stored.position == session.position)
    #expect(stored.changes.isEmpty)
  }

  @Test func `A session is created together with the outputs and messages of its start`() throws {
    let webhook = StoredWebhook(name: "w", url: "http://127.0.0.1/", apps: [], outputs: [], secret: "s")
    let recipient = TestSession()
    #expect(harness.submit([(.webhook(.put(webhook)), nil), recipient.creation()]) == [nil, nil])
    var (first, second) = (TestSession(), TestSession())
    let message = OutgoingMessage(to: .id(recipient.id), action: Array("{}".utf8), chain: 1)
    let outputs = #"[{"seq":1,"name":"entered","value":null}]"#
    let starts = [first.start(outputs: outputs, messages: [.send(message)]), second.start(outputs: outputs)]
    #expect(harness.submit(starts) == [nil, nil])
    for session in [first, second] {
      let stored = try #require(try harness.load(session.id))
      #expect(stored.position == session.position)
      #expect(stored.session.revision == 1)
      #expect(stored.changes.map(\.revision) == [2])
    }
    let messages = MessageQuery(after: 0, limit: 10, partitions: .all)
    #expect(try harness.wait { try await $0.messages(messages) }.messages.map(\.sender) == [first.id])
    #expect(try harness.count("SELECT count(*) FROM navstate.deliveries") == 2)
    // The events of the starts follow those of the creations.
    let query =
      "SELECT count(*) FROM navstate.changes c JOIN navstate.session_rows s ON s.id = c.session WHERE event > created_event"
    #expect(try harness.count(query) == 2)
    #expect(harness.submit([first.change(), second.change()]) == [nil, nil])
  }

  @Test func `A creation that is sent again adds its start once`() throws {
    var session = TestSession()
    let start = session.start(outputs: #"[{"seq":1,"name":"entered","value":null}]"#)
    #expect(harness.submit([start]) == [nil])
    #expect(harness.submit([start])[0] != nil)
    #expect(try harness.load(session.id)?.position == session.position)
  }

  @Test func `A write to a session without the commit that it rests on is refused`() throws {
    let session = TestSession()
    #expect(harness.submit([session.creation()]) == [nil])
    let reason = "a write to a session was submitted without the commit that it rests on"
    #expect(harness.submit([(.tokens(session.id, creation: [9], others: SessionTokens()), nil)]) == [.damaged(reason)])
  }

  @Test func `Changes that are submitted at once are committed in their order`() throws {
    var session = TestSession()
    let writes = [session.creation()] + (0..<100).map { _ in session.change() }
    #expect(harness.submit(writes).allSatisfy { $0 == nil })
    let stored = try #require(try harness.load(session.id))
    #expect(stored.changes.map(\.revision) == Array(2...101))
    #expect(stored.position == session.position)
  }

  @Test func `A change with another basis is overtaken and writes nothing`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    var other = session
    #expect(harness.submit([session.change()]) == [nil])
    #expect(harness.submit([other.change(), other.change()]) == [.overtaken, .overtaken])
    #expect(try harness.load(session.id)?.position == session.position)
  }

  @Test func `Of two servers that write at once, one is overtaken`() throws {
    let second = try StoreHarness.open(harness.database)
    defer { second.close() }
    var sessions = (0..<50).map { _ in TestSession() }
    _ = harness.submit(sessions.map { $0.creation() })
    var others = sessions
    let first = sessions.indices.map { sessions[$0].change() }
    let competing = others.indices.map { others[$0].change() }
    let results = zip(harness.submit(first), StoreHarness.submit(competing, to: second))
    for (own, other) in results { #expect([own, other] == [nil, .overtaken] || [own, other] == [.overtaken, nil]) }
  }

  @Test func `A second session with a key is refused, and its response is not kept`() throws {
    let (first, second) = (TestSession(), TestSession())
    let answer = IdempotencyRecord(
      session: nil, key: "i", fingerprint: [1], status: 201, revision: 1, body: [2], at: StoreHarness.now)
    #expect(harness.submit([first.creation(key: "k")]) == [nil])
    #expect(harness.submit([second.creation(key: "k", record: answer)]) == [.keyTaken(first.id)])
    #expect(try harness.wait { try await $0.idempotencyRecord(for: "i", of: nil) } == nil)
    #expect(try harness.load(second.id) == nil)
  }

  @Test func `Two creations with a key in one transaction create one session`() throws {
    let sessions = [TestSession(), TestSession()]
    let results = harness.submit(sessions.map { $0.creation(key: "k") })
    #expect(results.count { $0 == nil } == 1)
    #expect(results.contains { if case .keyTaken = $0 { true } else { false } })
  }

  @Test func `A creation with the idempotency key of another one is overtaken`() throws {
    let answer = IdempotencyRecord(
      session: nil, key: "i", fingerprint: [1], status: 201, revision: 1, body: [2], at: StoreHarness.now)
    #expect(harness.submit([TestSession().creation(record: answer)]) == [nil])
    #expect(harness.submit([TestSession().creation(record: answer)]) == [.overtaken])
    #expect(try harness.wait { try await $0.idempotencyRecord(for: "i", of: nil) } == answer)
  }

  @Test func `Texts with U+0000 are stored`() throws {
    var session = TestSession()
    let timer = TimerRow(
      id: "t1", screen: "a2", effect: "e\u{0}", fireAt: StoreHarness.now, action: Array("{}".utf8),
      recurrence: Array("{}".utf8))
    let lease = Lease(id: "l", name: "n\u{0}", expiresAt: StoreHarness.now)
    #expect(
      harness.submit([
        session.creation(), session.change(actor: "a\u{0}b", timers: [.set(timer)]),
        session.write(.lease(session.id, lease)),
      ]) == [nil, nil, nil])
    let stored = try #require(try harness.load(session.id))
    #expect(stored.timers == [timer])
    #expect(stored.lease == lease)
    let page = try harness.wait { [session] in
      try await $0.history(HistoryPageQuery(session: session.id, after: 0, limit: 9))
    }
    #expect(page.items.map(\.origin.actor) == ["a\u{0}b"])
  }

  @Test func `A deleted session leaves a tombstone, and can be created again`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(key: "k"), session.change()])
    let deletion = SessionCommit(session: session.id, basis: session.position.token, token: .random())
    #expect(harness.submit(.delete(session.id), deletion) == nil)
    #expect(try harness.load(session.id) == nil)
    let tombstone = try harness.wait { [session] in try await $0.tombstone(of: session.id) }
    #expect(tombstone == Tombstone(tokenHash: [1, 2, 3]))
    #expect(harness.submit(.delete(session.id), deletion) == .overtaken)
  }

  @Test func `A snapshot is written only for the revision of its token`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(), session.change()])
    var wrong = session.snapshot()
    wrong.revisionToken = .random()
    #expect(try store(wrong) == nil)
    #expect(try harness.load(session.id)?.changes.count == 1)
    #expect(try store(session.snapshot()) == nil)
    let stored = try #require(try harness.load(session.id))
    #expect(stored.changes.isEmpty)
    #expect(stored.session.revision == 2)
  }

  @Test func `The views show a snapshot, and by how many changes it is behind`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(), session.change()])
    #expect(try harness.count("SELECT behind FROM sessions WHERE id = '\(session.id.text)'") == 1)
    #expect(try harness.count("SELECT value::int8 FROM counters WHERE route = 'home' AND name = 'count'") == 3)
    #expect(try harness.count("SELECT count(*) FROM screens WHERE state ->> 'text' = U&'a\\FFFDb'") == 1)
    #expect(try harness.count("SELECT count(*) FROM containers WHERE kind = 'stack' AND screen IS NULL") == 1)
    #expect(try harness.count("SELECT count(*) FROM history") == 1)
    #expect(try store(session.snapshot()) == nil)
    #expect(try harness.count("SELECT behind FROM sessions") == 0)
  }

  private func store(_ snapshot: StateSnapshot) throws -> JournalFailure? {
    try harness.failure { try await $0.storeSnapshot(of: OneSnapshot(snapshot)) }
  }
}
