@testable import SQLiteJournal
import Sessions
import Testing

@Suite("Changes whose action was refused", .journal)
struct RefusalTests {
  let harness = JournalHarness.current
  private static let refused = #"{"code":"nothing-to-pop","detail":"\#(String(repeating: "x", count: 500))"}"#

  /// Writes changes 2 to 4. The action of change 3 was refused.
  ///
  /// - Parameter body: Runs before the tables show the changes, afterwards, and after a crash.
  private func withChanges(_ body: (JournalHarness, Owner) async throws -> Void) async throws {
    let owner = await harness.owner()
    for revision in 2...4 {
      let change = owner.change(revision, refused: revision == 3 ? Self.refused : nil)
      #expect(await harness.journal.change(owner, change) == nil)
    }
    try await body(harness, owner)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    try await body(harness, owner)
    try await withJournal(in: harness.crashed()) { (again) async throws in try await body(again, owner) }
  }

  private static let expected: [[UInt8]?] = [nil, Array(refused.utf8), nil]

  @Test("The history has the reason of a refusal, also after a snapshot and after a crash")
  func history() async throws {
    try await withChanges { harness, owner in
      let query = HistoryPageQuery(session: owner.id, after: 0, limit: 9)
      let items = try await harness.journal.history(query)
      #expect(items.items.map(\.refused) == Self.expected)
      #expect(items.items.map(\.outputs) == Array(repeating: Array("[]".utf8), count: 3))
    }
  }

  @Test(
    "The past has the reason of a refusal in each order",
    arguments: [
      .ascending(2...4), .descending(2...4), .undoPath(from: 4, floor: 1, limit: 9), .listed([2, 3, 4]),
    ] as [PastQuery.Selection])
  func past(way: PastQuery.Selection) async throws {
    try await withChanges { harness, owner in
      for (content, isRead) in [(PastQuery.Content.all, true), (.outputs, true), ([.action, .steps], false)] {
        let pages = try await harness.journal.pages(PastQuery(session: owner.id, selection: way, content: content))
        let refusals = pages.joined().sorted { $0.revision < $1.revision }.map(\.refused)
        #expect(refusals == (isRead ? Self.expected : [nil, nil, nil]))
      }
    }
  }

  @Test("The bytes of the history include the reason of a refusal")
  func size() async throws {
    try await withChanges { harness, owner in
      guard try await harness.journal.load(owner.id)?.session.revision == 4 else { return }
      let page = try await harness.journal.excess(ExcessQuery(of: owner.id, bytes: 1 << 40))
      let sizes = (2...4).map { 128 + owner.change($0, refused: $0 == 3 ? Self.refused : nil).text.count }
      #expect(page.items.map(\.size) == [.kept(sizes.reduce(0, +))])
    }
  }

  @Test("A reason of a refusal that is not JSON damages only its own change")
  func damaged() async throws {
    let owner = await harness.owner(at: 4)
    let path = harness.directory + "/navstate.db"
    try Connection(path: path, mode: .existing).run("UPDATE changes SET refused = '{' WHERE revision = 3")
    await #expect(throws: JournalFailure.self) { try await harness.journal.history(owner) }
    #expect(try await harness.journal.history(owner, after: 3) == [4])
  }
}
