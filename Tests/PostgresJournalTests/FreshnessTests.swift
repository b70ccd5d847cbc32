import PostgresJournal
import TestSupport
import Testing

@testable import Sessions

@Suite(
  "Freshness on PostgreSQL", .enabled(if: TestCluster.url != nil, "no PostgreSQL cluster can be made"), .serialized)
struct FreshnessTests {
  private let harness: StoreHarness

  init() throws { harness = try StoreHarness() }

  @Test func `A current position has no news`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(), session.change()])
    #expect(try harness.news(session.id, since: session.position) == nil)
  }

  @Test func `The news of a position are the changes after it, and the values of the row`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    let known = session.position
    let answer = IdempotencyRecord(
      session: session.id, key: "i", fingerprint: [1], status: 200, revision: 2, body: [9], at: StoreHarness.now)
    _ = harness.submit([
      session.change(record: answer), session.change(actor: "me"),
      session.write(.labels(session.id, ["a": "b"], key: SessionKey(app: "app", key: "k"))),
    ])
    guard case .changed(let commits) = try harness.news(session.id, since: known) else {
      return #expect(Bool(false), "The position has no news")
    }
    #expect(commits.position == session.position)
    #expect(commits.changes.map(\.revision) == [2, 3])
    #expect(commits.changes.map(\.origin.actor) == [nil, "me"])
    #expect(commits.labels == ["a": "b"])
    #expect(commits.key == "k")
    #expect(commits.idempotencyRecords.map(\.key) == ["i"])
  }

  @Test func `A key is given once among the sessions of an app, and its refusal leaves the writes beside it`() throws {
    var (one, two) = (TestSession(), TestSession())
    let key = SessionKey(app: "app", key: "k")
    #expect(harness.submit([one.creation(), two.creation()]) == [nil, nil])
    #expect(harness.submit([one.write(.labels(one.id, [:], key: key))]) == [nil])
    let change = two.change()
    #expect(harness.submit([change, two.write(.labels(two.id, [:], key: key))]) == [nil, .keyTaken(one.id)])
  }

  @Test func `A position of another history is replaced, and a deleted session is gone`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(), session.change()])
    let foreign = SessionPosition(token: .random(), revision: 2, revisionToken: .random())
    guard case .replaced = try harness.news(session.id, since: foreign) else {
      return #expect(Bool(false), "The position was not replaced")
    }
    let id = SessionID.random()
    guard case .gone = try harness.news(id, since: foreign) else { return #expect(Bool(false), "The session exists") }
  }

  @Test func `A reservation that waits too long for the lock fails, and the next one succeeds`() throws {
    let session = TestSession()
    _ = harness.submit([session.creation()])
    let other = try harness.database.connect(settings: [("search_path", "navstate")])
    let lock = PostgresCommand(PostgresStatement("lockAll", "SELECT 1 FROM session_rows FOR UPDATE"))
    let failure = try other.withTransaction([lock]) { _ in
      #expect(throws: JournalFailure.self) {
        _ = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }
      }
    }
    #expect(failure != nil)
    let (reservation, news) = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position)
    }
    harness.store.end(reservation)
    #expect(news == nil)
  }

  @Test func `A reservation commits after the news, in the order of its writes`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    let known = session.position
    _ = harness.submit([session.change()])
    let (reservation, news) = try harness.wait { [session] in try await $0.reserve(session.id, since: known) }
    guard case .changed(let commits) = news else { return #expect(Bool(false), "The reservation has no news") }
    #expect(commits.position == session.position)
    #expect(submit([session.change(), session.change()], under: reservation) == [nil, nil])
    #expect(try harness.news(session.id, since: session.position) == nil)
  }

  @Test func `A reservation commits as many changes as its events have numbers, and not the others`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    let (reservation, _) = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }
    let writes = (1...300).map { _ in session.change() }
    let results = submit(writes, under: reservation)
    #expect(results.prefix(256).allSatisfy { $0 == nil })
    // The ordinary writer has the others. It commits them if the reservation has ended by then.
    #expect(results.dropFirst(256).allSatisfy { $0 == nil || $0 == .overtaken })
    let admin = try harness.database.connect(settings: [("search_path", "navstate")])
    let longest = PostgresStatement("longest", "SELECT max(lasts[1] - firsts[1] + 1) FROM commits WHERE kind = 0")
    #expect(try admin.run(longest).first?.integer(0) == 256)
  }

  @Test func `What cannot be committed with others under a reservation is committed after it`() throws {
    let timer = TimerRow(id: "t1", screen: nil, effect: "e", fireAt: StoreHarness.now, action: Array("{}".utf8))
    var (session, holder) = (TestSession(), TestSession())
    let key = SessionKey(app: "app", key: "k")
    _ = harness.submit([session.creation(), holder.creation()])
    _ = harness.submit([holder.write(.labels(holder.id, [:], key: key))])
    let reservation = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }.0
    let change = session.change(timers: [.set(timer)])
    var other = session
    let taken = other.write(.labels(session.id, [:], key: key))
    #expect(submit([change, taken], under: reservation) == [nil, .keyTaken(holder.id)])
    let second = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }.0
    #expect(submit([session.change(), session.write(.delete(session.id))], under: second) == [nil, nil])
    #expect(try harness.load(session.id) == nil)
    #expect(try harness.count("SELECT count(*) FROM navstate.timers") == 0)
  }

  @Test func `A deletion under a reservation has an event after the commit that it has waited for`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    let reservation = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }.0
    #expect(submit([session.write(.delete(session.id))], under: reservation) == [nil])
    let query = "SELECT count(*) FROM navstate.tombstones WHERE (event & (3 << 18)) = (3 << 18)"
    #expect(try harness.count(query) == 1)
  }

  @Test func `An event under a reservation follows those before it closely`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()])
    let reservation = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }.0
    #expect(submit([session.change()], under: reservation) == [nil])
    let query = """
      SELECT count(*) FROM navstate.changes c JOIN navstate.session_rows s ON s.id = c.session
      WHERE c.event BETWEEN s.created_event AND s.created_event + (100 << 20)
      """
    #expect(try harness.count(query) == 1)
  }

  @Test func `A job's change under a reservation fails alone`() throws {
    var session = TestSession()
    let batch = StoredBatch(id: BatchID(1), request: Array("{}".utf8), state: "running", startedAt: StoreHarness.now)
    _ = harness.submit([session.creation(), (.batch(.add(batch, record: nil)), nil)])
    #expect(harness.submit([session.change(batch: batch.id)]) == [nil])
    let reservation = try harness.wait { [session] in try await $0.reserve(session.id, since: session.position) }.0
    let writes = [session.change(), session.change(batch: batch.id)]
    #expect(submit(writes, under: reservation) == [nil, .doneBefore])
  }

  /// Makes writes under a reservation, which ends after them.
  private func submit(_ writes: [(Write, SessionCommit?)], under reservation: SessionReservation) -> [JournalFailure?] {
    let reserved = writes.map { write, commit in
      let commit = commit.map {
        SessionCommit(session: $0.session, basis: $0.basis, token: $0.token, row: $0.row, reservation: reservation)
      }
      return (write, commit)
    }
    let store = harness.store
    return StoreHarness.submit(reserved, to: store, then: { store.end(reservation) })
  }

  @Test func `Each kind of waiting work is found by its share`() throws {
    var (sender, recipient) = (TestSession(), TestSession())
    let timer = TimerRow(id: "t1", screen: nil, effect: "e", fireAt: StoreHarness.now, action: Array("{}".utf8))
    let message = OutgoingMessage(to: .id(recipient.id), action: Array("{}".utf8), chain: 1)
    _ = harness.submit([
      sender.creation(), recipient.creation(), sender.change(timers: [.set(timer)], messages: [.send(message)]),
      sender.change(messages: [.send(message)]),
    ])
    var partitions = PartitionSet.none
    partitions.insert(sender.id.partition)
    let timers = try harness.wait { [partitions] in
      try await $0.timers(TimerQuery(after: nil, until: StoreHarness.now, limit: 9, partitions: partitions))
    }
    #expect(timers == [DueTimer(fireAt: StoreHarness.now, session: sender.id, timer: "t1")])
    let query = MessageQuery(after: 0, limit: 9, partitions: .all)
    let first = try harness.wait { try await $0.messages(query) }.messages
    #expect(first.map(\.recipient) == [recipient.id])
    #expect(harness.submit([recipient.change(messages: [.remove(first[0].id)])]) == [nil])
    var stale = recipient
    #expect(harness.submit([stale.change(messages: [.remove(first[0].id)])]) == [.overtaken])
    let second = try harness.wait { try await $0.messages(query) }.messages
    #expect(second.count == 1 && second[0].id != first[0].id)
  }

  @Test func `The list has the rows of the last commits`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation(key: "k", labels: ["a": "b"]), session.change()])
    for index in [
      SummaryQuery.Index.all, .key("k"), .label(name: "a", value: "b"), .sessions([session.id]),
    ] {
      let page = try harness.wait {
        try await $0.sessions(SummaryQuery(after: nil, limit: 9, index: index))
      }
      #expect(page.map(\.revision) == [2])
      #expect(page.map(\.path) == [["home"]])
      #expect(page.map(\.metadata) == [SessionMetadata(key: "k", labels: ["a": "b"])])
    }
  }

  @Test func `Sessions that have expired are found by their partitions`() throws {
    let (own, unchanged) = (TestSession(), TestSession())
    _ = harness.submit([own.creation(expires: 5_000), unchanged.creation()])
    for (kind, id) in [
      (ExpiryQuery.Kind.own(dueBy: StoreHarness.now + 5_000), own.id),
      (.unchanged(since: StoreHarness.now), unchanged.id),
    ] {
      var partitions = PartitionSet.none
      partitions.insert(id.partition)
      for (partitions, expected) in [(partitions, [id]), (PartitionSet.none, [])] {
        let query = ExpiryQuery(kind: kind, after: nil, limit: 9, partitions: partitions)
        let page = try harness.wait { try await $0.expired(query) }
        #expect(page.items.map(\.session) == expected)
      }
    }
  }

  @Test func `The past is read in each order`() throws {
    var session = TestSession()
    _ = harness.submit([session.creation()] + (2...5).map { _ in session.change() })
    let selections: [(PastQuery.Selection, [Int])] = [
      (.ascending(2...5), [2, 3, 4, 5]), (.descending(2...5), [5, 4, 3, 2]), (.listed([4, 2]), [4, 2]),
      (.undoPath(from: 5, floor: 2, limit: 9), [5, 4, 3]),
    ]
    for (selection, revisions) in selections {
      let query = PastQuery(session: session.id, selection: selection, content: .all)
      let page = try harness.wait { try await $0.past(query) }
      #expect(page.changes.map(\.revision) == revisions)
      #expect(page.changes.allSatisfy { String(decoding: $0.edits, as: UTF8.self) == "[\($0.revision)]" })
      #expect(page.next == nil)
    }
  }

  @Test func `The events of an app are complete up to the last one`() throws {
    var sessions = (0..<5).map { _ in TestSession() }
    _ = harness.submit(sessions.map { $0.creation() })
    _ = harness.submit(sessions.indices.map { sessions[$0].change() })
    let deletion = SessionCommit(session: sessions[0].id, basis: sessions[0].position.token, token: .random())
    _ = harness.submit(.delete(sessions[0].id), deletion)
    let query = AppEventQuery(
      app: "app", filter: AppEventFilter(), after: 0, through: .max - 1, wantsActions: true, bytes: 1 << 20)
    let page = try harness.wait { try await $0.appEvents(query) }
    #expect(page.events.count { $0.content == .created(by: ChangeOrigin()) } == 4)
    #expect(page.events.count { $0.isDeletion } == 1)
    #expect(Set(page.events.map(\.cursor)).count == page.events.count)
    #expect(page.events.count == 9)
    #expect(page.events.map(\.cursor) == page.events.map(\.cursor).sorted())
  }
}
