import Sessions
import Testing

@testable import SQLiteJournal

@Suite("Pages of a session's past", .journal)
struct PastPageTests {
  let harness = JournalHarness.current

  /// Writes four changes whose steps are 100 KB each.
  ///
  /// - Parameter body: Runs before the tables show the changes, and again afterwards.
  private func withPast(_ body: (JournalHarness, Owner) async throws -> Void) async throws {
    let owner = await harness.owner()
    for revision in 2...5 {
      let edits = #"["\#(String(repeating: "x", count: 100_000))"]"#
      #expect(await harness.journal.change(owner, owner.change(revision, edits: edits)) == nil)
    }
    try await body(harness, owner)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    try await body(harness, owner)
  }

  @Test("A page of the past has a limited length and the query for the next page")
  func length() async throws {
    try await withPast { harness, owner in
      let ways: [(PastQuery.Selection, [[Int]])] = [
        (.ascending(2...9), [[2, 3], [4, 5]]), (.descending(2...5), [[5, 4], [3, 2]]),
        (.undoPath(from: 5, floor: 1, limit: 3), [[5, 4], [3]]), (.listed([2, 5, 3]), [[2, 5], [3]]),
      ]
      for (way, expected) in ways {
        let pages = try await harness.journal.pages(PastQuery(session: owner.id, selection: way, content: .all))
        #expect(pages.map { $0.map(\.revision) } == expected)
        #expect(pages.joined().allSatisfy { $0.edits.count > 100_000 && $0.part == .whole })
      }
    }
  }

  @Test("A page of the past has more changes when their steps are not requested")
  func content() async throws {
    try await withPast { harness, owner in
      let query = PastQuery(session: owner.id, selection: .descending(2...5), content: .outputs)
      let pages = try await harness.journal.pages(query)
      #expect(pages.map { $0.map(\.revision) } == [[5, 4, 3, 2]])
      #expect(pages[0].allSatisfy { $0.edits.isEmpty && $0.action.isEmpty && $0.outputs == Array("[]".utf8) })
    }
  }

  @Test("Long steps of a change are read in parts, in reverse order on a descending page")
  func parts() async throws {
    let owner = await harness.owner()
    let steps = (0..<5).map { "\"\($0)" + String(repeating: ",]", count: 60_000) + "\"" }
    let change = owner.change(2, edits: "[" + steps.joined(separator: ",") + "]")
    #expect(await harness.journal.change(owner, change) == nil)
    let runs = [steps[0...1], steps[2...3], steps[4...4]].map { Array("[\($0.joined(separator: ","))]".utf8) }
    let none = [Array("[]".utf8)]
    for (way, expected) in [(PastQuery.Selection.ascending(2...2), runs), (.descending(2...2), runs.reversed())] {
      // The first part has only the action.
      let parts = try await harness.journal.pages(PastQuery(session: owner.id, selection: way, content: .all))
        .joined()
      #expect(parts.map(\.edits) == none + expected)
      #expect(parts.map(\.part.isFirst) == [true, false, false, false])
      #expect(parts.map(\.part.isLast) == [false, false, false, true])
      #expect(parts.map { $0.action.isEmpty } == [false, true, true, true])
      #expect(parts.map { $0.outputs.isEmpty } == [true, true, true, false])
    }
  }

  @Test("A long action is read apart from the steps, even when there are none")
  func longAction() async throws {
    let owner = await harness.owner()
    let action = #"{"type":"push","text":"\#(String(repeating: "x", count: 400_000))"}"#
    #expect(await harness.journal.change(owner, owner.change(2, action: action, edits: "[]")) == nil)
    for content in [PastQuery.Content.all, [.action, .outputs]] {
      let query = PastQuery(session: owner.id, selection: .ascending(2...2), content: content)
      let parts = try await harness.journal.pages(query).joined()
      #expect(parts.map(\.action.count) == (content == .all ? [action.utf8.count, 0] : [action.utf8.count]))
      #expect(parts.last?.part.isLast == true && parts.last?.outputs == Array("[]".utf8))
    }
  }

  @Test("Reading long steps that are not a JSON list fails as damaged")
  func damaged() async throws {
    let owner = await harness.owner()
    let edits = "[" + String(repeating: "1,", count: 200_000)
    #expect(await harness.journal.change(owner, owner.change(2, edits: edits)) == nil)
    let query = PastQuery(session: owner.id, selection: .ascending(2...2), content: .steps)
    let failure = await #expect(throws: JournalFailure.self) { try await harness.journal.pages(query) }
    guard case .damaged? = failure else { return _ = Issue.record("\(failure as Any)") }
  }

  @Test("Reading the past ends when the session is deleted between two pages")
  func deleted() async throws {
    try await withPast { harness, owner in
      let query = PastQuery(session: owner.id, selection: .ascending(2...5), content: .all)
      let first = try await harness.journal.past(query)
      let next = try #require(first.next)
      // The session is deleted in the second run only, when the tables show all changes.
      guard try await harness.journal.load(owner.id)?.session.revision == 5 else { return }
      #expect(await harness.journal.write(.delete(owner.id)) == nil)
      #expect(try await harness.journal.past(next) == PastPage(changes: [], next: nil))
    }
  }

  @Test("Pages of the history and of the outputs are limited in bytes")
  func history() async throws {
    let owner = await harness.owner()
    for revision in 2...5 {
      let action = #"{"type":"push","text":"\#(String(repeating: "x", count: 400_000))"}"#
      let outputs = #"[{"seq":\#(revision - 1),"name":"x","value":"\#(String(repeating: "y", count: 400_000))"}]"#
      #expect(await harness.journal.change(owner, owner.change(revision, action: action, outputs: outputs)) == nil)
    }
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    #expect(try await harness.journal.history(owner) == [2])
    #expect(try await harness.journal.history(owner, after: 4) == [5])
    #expect(try await harness.journal.outputs(owner).map(\.seq) == [1, 2])
    #expect(try await harness.journal.outputs(owner, after: 2).map(\.seq) == [3, 4])
  }
}
