import Navigation
import SQLiteJournal
import Sessions
import TestSupport
import Testing

@Suite("Attributions", .journal)
struct AttributionTests {
  let harness = JournalHarness.current
  private static let till = Attribution(.token, id: "t_1", name: "till", role: .act)
  private static let ann = Attribution(.jwt, name: "Ann", role: .lead, subject: "ann", issuer: "https://id.example")

  private static let origins = [
    ChangeOrigin(by: till, requestID: .sent("a-1")), ChangeOrigin(by: .session(.lead), requestID: .generated(7)),
    ChangeOrigin(actor: "timer"), ChangeOrigin(by: till), ChangeOrigin(by: ann), ChangeOrigin(by: .admin),
  ]

  private func store(_ harness: JournalHarness) async throws -> Owner {
    let owner = Owner()
    var snapshot = owner.snapshot(at: 1)
    snapshot.session.metadata.creation = ChangeOrigin(by: Attribution(.key, name: "page"), requestID: .sent("new"))
    #expect(await harness.journal.write(.create(snapshot)) == nil)
    for (index, origin) in Self.origins.enumerated() {
      let change = owner.change(index + 2, outputs: #"[{"seq":\#(index + 1),"name":"n","value":1}]"#, origin: origin)
      #expect(await harness.journal.change(owner, change) == nil)
    }
    return owner
  }

  @Test("Each read of a change returns its origin, before and after the snapshot", arguments: [false, true])
  func reads(isSnapshotted: Bool) async throws {
    let owner = try await store(harness)
    if isSnapshotted {
      harness.clock.advance(2_000)
      await harness.journal.tick()
    }
    let journal = harness.journal
    let history = try await journal.history(HistoryPageQuery(session: owner.id, after: 0, limit: 100)).items
    #expect(history.map(\.origin) == Self.origins && !history.contains(where: \.isImported))
    #expect(try await journal.outputs(owner).map(\.origin) == Self.origins)
    let past = PastQuery(session: owner.id, selection: .ascending(2...7), content: .all)
    #expect(try await journal.pages(past).flatMap { $0.map(\.origin) } == Self.origins)
    let events = try await journal.appEvents(after: 0).events.map(\.content)
    #expect(events.first == .created(by: ChangeOrigin(by: Attribution(.key, name: "page"), requestID: .sent("new"))))
    let changes = events.compactMap { if case .changed(let change) = $0 { change.origin } else { nil } }
    #expect(changes == Self.origins)
    let creation = try await journal.load(owner.id)?.session.metadata.creation
    #expect(creation == ChangeOrigin(by: Attribution(.key, name: "page"), requestID: .sent("new")))
  }

  @Test("A page of the history is filtered by the credential's id, name, subject and kind")
  func filters() async throws {
    let owner = try await store(harness)
    func revisions(by name: String? = nil, kind: Attribution.Kind? = nil) async throws -> [Int] {
      let filter = HistoryPageQuery.Filter(by: name, kind: kind)
      let query = HistoryPageQuery(session: owner.id, after: 0, limit: 100, filter: filter)
      return try await harness.journal.history(query).items.map(\.revision)
    }
    #expect(try await revisions(by: "till") == [2, 5])
    #expect(try await revisions(by: "t_1") == [2, 5])
    #expect(try await revisions(by: "ann", kind: .jwt) == [6])
    #expect(try await revisions(by: "ann", kind: .token) == [])
    #expect(try await revisions(by: "til") == [])
    #expect(try await revisions(kind: .operator) == [7])
  }

  @Test("A credential is stored once in a session, and gone with its last change")
  func erasure() async throws {
    let count = "SELECT count(*) FROM attributions WHERE session <> ''"
    let owner = try await store(harness)
    #expect(try harness.integer(count) == 3)
    harness.clock.advance(2_000)
    await harness.journal.tick()
    #expect(await harness.journal.write(.prune(owner.id, before: 6)) == nil)
    harness.clock.advance(2_000)
    await harness.journal.tick()
    // The one of the creation, and the one of revision 6.
    #expect(try harness.integer(count) == 2)
    #expect(await harness.journal.change(owner, owner.change(8, origin: Self.origins[0])) == nil)
    #expect(
      try await harness.journal.history(HistoryPageQuery(session: owner.id, after: 7, limit: 1)).items.map(\.origin)
        == [Self.origins[0]])
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try harness.integer(count) == 0)
  }

  @Test("A damaged credential is none", arguments: ["number = 9", "text = 'x'", #"text = '{"kind":"emperor"}'"#])
  func damage(change: String) async throws {
    let owner = try await store(harness)
    let database = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    try database.run("UPDATE attributions SET \(change) WHERE text LIKE '%till%'")
    try database.run("UPDATE changes SET request = x'00' WHERE revision = 3")
    let history = try await harness.journal.history(HistoryPageQuery(session: owner.id, after: 0, limit: 2)).items
    #expect(history.map(\.origin) == [ChangeOrigin(requestID: .sent("a-1")), ChangeOrigin(by: .session(.lead))])
  }
}
