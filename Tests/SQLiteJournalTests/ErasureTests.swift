import TestSupport
import Foundation
import Sessions
import Testing

@Suite("Erasure of deleted sessions", .journal)
struct ErasureTests {
  let harness = JournalHarness.current
  private static let secret = "a-text-that-nothing-else-has"

  private func hasText(_ harness: JournalHarness) throws -> Bool {
    try ["navstate.db", "navstate.db-wal"].contains { name in
      let file = try Data(contentsOf: URL(fileURLWithPath: harness.directory + "/" + name))
      return file.range(of: Data(Self.secret.utf8)) != nil
    }
  }

  private func store(_ harness: JournalHarness) async throws -> Owner {
    let owner = Owner()
    var snapshot = owner.snapshot(at: 1)
    snapshot.session.data = Array(#"{"user":"\#(Self.secret)"}"#.utf8)
    snapshot.navigation = Array(#"{"id":"\#(Self.secret)\#(String(repeating: "x", count: 9_000))"}"#.utf8)[...]
    #expect(await harness.journal.write(.create(snapshot)) == nil)
    let change = owner.change(2, action: #"{"type":"push","id":"\#(Self.secret)"}"#)
    #expect(await harness.journal.write(.change(change, of: owner)) == nil)
    return owner
  }

  @Test("After the next checkpoint neither the database nor the log has a text of a deleted session")
  func deletion() async throws {
    for _ in 0..<10 { #expect(await harness.journal.create(Owner()) == nil) }
    let owner = try await store(harness)
    #expect(try hasText(harness))
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    harness.clock.advance(2_000)
    await harness.journal.tick()
    #expect(try !hasText(harness))
  }

  @Test("The deletion of a session with a long history erases it in several transactions, and is answered at the end")
  func longHistory() async throws {
    let owner = await harness.owner()
    let action = #"{"type":"\#(String(repeating: "x", count: 100_000))"}"#
    for revision in 2...40 {
      #expect(await harness.journal.change(owner, owner.change(revision, action: action)) == nil)
    }
    harness.clock.advance(2_000)
    await harness.journal.tick()
    let commits = harness.journal.statistics.commits
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(harness.journal.statistics.commits - commits > 10)
    for table in ["changes", "revisions", "session_rows"] {
      #expect(try harness.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("Pruned changes are erased by their bytes, so that no transaction takes long")
  func parts() async throws {
    let owner = await harness.owner()
    let action = #"{"type":"\#(String(repeating: "x", count: 100_000))"}"#
    for revision in 2...40 {
      #expect(await harness.journal.change(owner, owner.change(revision, action: action)) == nil)
    }
    harness.clock.advance(2_000)
    await harness.journal.tick()
    #expect(await harness.journal.write(.prune(owner.id, before: 40)) == nil)
    let commits = harness.journal.statistics.commits
    harness.clock.advance(2_000)
    await harness.journal.tick()
    #expect(harness.journal.statistics.commits - commits > 10)
    #expect(try harness.integer("SELECT count(*) FROM changes") == 1)
  }
}
