import SQLiteJournal
import Sessions
import Testing

@Suite("The history of a session", .journal)
struct HistoryTests {
  let harness = JournalHarness.current

  @Test("The history has changes before and after the snapshot, from a revision up to a limit")
  func pages() async throws {
    let owner = await harness.owner()
    #expect(try await harness.journal.history(owner) == [])
    #expect(await harness.journal.changes(owner, 2...4) == nil)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(await harness.journal.changes(owner, 5...6) == nil)
    #expect(try await harness.journal.history(owner) == [2, 3, 4, 5, 6])
    #expect(try await harness.journal.history(owner, after: 3, limit: 2) == [4, 5])
    #expect(try await harness.journal.history(owner, after: 1, limit: 3) == [2, 3, 4])
    #expect(try await harness.journal.history(owner, after: 6) == [])
    #expect(try await harness.journal.history(Owner()) == [])
  }

  @Test("The history returns each change as it was submitted")
  func items() async throws {
    let owner = await harness.owner(at: 3)
    let query = HistoryPageQuery(session: owner.id, after: 0, limit: 9)
    let items = try await harness.journal.history(query)
    let action = Array(#"{"type":"push"}"#.utf8)
    #expect(
      items.items == [
        HistoryItem(revision: 2, at: 2000, action: action, outputs: Array("[]".utf8)),
        HistoryItem(
          revision: 3, at: 3000, origin: ChangeOrigin(actor: "ada"), action: action, outputs: Array("[]".utf8)),
      ])
  }

  @Test("Filtering the history by a type also finds actions in batches")
  func types() async throws {
    let owner = await harness.owner()
    let actions = [
      #"{"type":"push"}"#, #"{"type":"pop"}"#, #"{"actions":[{"type":"push"},{"type":"pop"}]}"#,
      #"{"type":"note","actions":[{"type":"pop"}]}"#, #"{"actions":["pop"]}"#,
    ]
    for (index, action) in actions.enumerated() {
      #expect(await harness.journal.change(owner, owner.change(2 + index, action: action)) == nil)
      if index == 2 { #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil) }
    }
    #expect(try await harness.journal.history(owner, type: "pop") == [3, 4])
    #expect(try await harness.journal.history(owner, type: "note") == [5])
    #expect(try await harness.journal.history(owner, type: "none") == [])
  }

  @Test("Filtering the history by a type searches up to the last revision")
  func long() async throws {
    let owner = await harness.owner()
    let last = 2 * 2000 + 5
    let resume = await harness.journal.pause()
    for revision in 2...last {
      let change = owner.change(revision, action: revision < last ? #"{"type":"a"}"# : #"{"type":"b"}"#)
      let isQueued = harness.journal.submit(.change(change, of: owner)) { _ in owner.commit(revision) }
      #expect(isQueued)
    }
    resume()
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    await harness.journal.tick()
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try harness.integer("SELECT count(*) FROM revisions") == Int64(last - 1))
    #expect(try await harness.journal.history(owner, type: "b") == [last])
  }
}
