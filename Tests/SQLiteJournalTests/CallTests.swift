import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Calls in the database", .journal)
struct CallTests {
  let harness = JournalHarness.current

  private func call(_ key: String, of owner: Owner, screen: String? = nil) -> CallRow {
    let request = CallRequest(
      method: "PUT", url: "https://pay.example/a", fields: ["X-A: b"], body: Array("{}".utf8), timeout: 5_000)
    return CallRow(
      key: key, session: owner.id, app: "shop", screen: screen, revision: 2, at: 2_000, request: request,
      reply: Array(#"{"then":{"type":"paid"}}"#.utf8), chain: 3, due: 2_000)
  }

  private func all(_ harness: JournalHarness) async throws -> [CallRow] {
    try await harness.journal.calls(.page(after: "", limit: 100))
  }

  @Test("Calls are added and removed by changes, and survive a crash")
  func rows() async throws {
    let owner = await harness.owner()
    let (first, second) = (call("c1", of: owner, screen: "a1"), call("c2", of: owner))
    #expect(await harness.journal.change(owner, owner.change(2, calls: [.ask(first), .ask(second)])) == nil)
    #expect(try await all(harness) == [first, second])
    #expect(try await harness.journal.calls(.one("c2")) == [second])
    #expect(await harness.journal.change(owner, owner.change(3, calls: [.end("c1")])) == nil)
    try await withJournal(in: harness.crashed()) { (again) async throws in
      #expect(try await all(again) == [second])
      #expect(try await again.journal.calls(.page(after: "c2", limit: 9)) == [])
    }
  }

  @Test("The failed attempts and the due time of a waiting call are stored")
  func attempts() async throws {
    let owner = await harness.owner()
    #expect(await harness.journal.change(owner, owner.change(2, calls: [.ask(call("c1", of: owner))])) == nil)
    #expect(await harness.journal.write(.deferCall("c1", attempts: 4, failure: "timeout", due: 9_000)) == nil)
    #expect(await harness.journal.write(.deferCall("c9", attempts: 1, failure: "timeout", due: 1)) == nil)
    let calls = try await all(harness)
    #expect(calls.map(\.attempts) == [4])
    #expect(calls.map(\.due) == [9_000])
    #expect(calls.map(\.failure) == ["timeout"])
    #expect(try await harness.journal.calls(.session(owner.id)) == calls)
    #expect(try await harness.journal.calls(.session(Owner().id)) == [])
  }

  @Test("Deleting a session deletes its calls and no others")
  func deletion() async throws {
    let (owner, other) = (Owner(), Owner())
    for owner in [owner, other] {
      #expect(await harness.journal.create(owner) == nil)
      let asked = owner.change(2, calls: [.ask(call(owner.id.text, of: owner))])
      #expect(await harness.journal.change(owner, asked) == nil)
    }
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try await all(harness).map(\.session) == [other.id])
  }
}
