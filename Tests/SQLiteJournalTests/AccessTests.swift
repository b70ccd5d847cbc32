import SQLiteJournal
import Sessions
import Testing

@Suite("Stored session tokens and app keys", .journal)
struct AccessTests {
  let harness = JournalHarness.current

  @Test("A new session token survives a crash and later snapshots")
  func token() async throws {
    let owner = await harness.owner(at: 3)
    #expect(await harness.journal.write(.tokens(owner.id, creation: [4, 5], others: SessionTokens())) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try await again.journal.load(owner.id)?.session.tokenHash == [4, 5])
    }
    // The snapshot has the hash from the creation of the session.
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try await harness.journal.load(owner.id)?.session.tokenHash == [4, 5])
    #expect(await harness.journal.write(.tokens(owner.id, creation: [], others: SessionTokens())) == nil)
    #expect(try await harness.journal.load(owner.id)?.session.tokenHash == [])
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try await harness.journal.tombstone(of: owner.id) == Tombstone(tokenHash: []))
  }

  @Test("Setting the token of an absent session changes no session and creates none")
  func absentSession() async throws {
    let (owner, other) = (Owner(), Owner())
    #expect(await harness.journal.create(owner) == nil)
    #expect(await harness.journal.write(.tokens(other.id, creation: [4], others: SessionTokens())) == nil)
    #expect(try await harness.journal.load(owner.id)?.session.tokenHash == [1, 2, 3])
    #expect(try await harness.journal.load(other.id) == nil)
  }

  @Test("App keys survive a crash, and each name is unique in its app")
  func keys() async throws {
    let keys = [("kiosk", "web"), ("shop", "mobile"), ("shop", "web")].enumerated().map { index, key in
      StoredAppKey(app: key.0, name: key.1, hash: [UInt8(index), 0xAB], createdAt: Int64(index))
    }
    for key in keys.reversed() { #expect(await harness.journal.write(.appKey(.add(key))) == nil) }
    let again = StoredAppKey(app: "shop", name: "web", hash: [9], createdAt: 9)
    #expect(await harness.journal.write(.appKey(.add(again))) != nil)
    #expect(try harness.journal.appKeys() == keys)
    #expect(await harness.journal.write(.appKey(.remove(app: "shop", name: "mobile"))) == nil)
    #expect(await harness.journal.write(.appKey(.remove(app: "shop", name: "mobile"))) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try again.journal.appKeys() == [keys[0], keys[2]])
    }
  }

  @Test("Operators survive a crash, and each name is unique")
  func operators() async throws {
    func stored(_ id: String, _ name: String, apps: [String] = [], expiresAt: Int64? = nil) -> StoredOperator {
      StoredOperator(
        id: id, name: name, hash: Array(id.utf8), scopes: [.read, .metrics], apps: apps, createdAt: 5,
        expiresAt: expiresAt)
    }
    let operators = [stored("a", "Grafana ü"), stored("b", "till", apps: ["kiosk", "shop"], expiresAt: 9)]
    for one in operators { #expect(await harness.journal.write(.operators(.add(one))) == nil) }
    #expect(await harness.journal.write(.operators(.add(stored("c", "till")))) != nil)
    #expect(try harness.journal.operators() == operators)
    #expect(await harness.journal.write(.operators(.remove(id: "a"))) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try again.journal.operators() == [operators[1]])
    }
  }
}
