import SQLiteJournal
import Sessions
import TestSupport
import Testing

@Suite("Tombstones of deleted sessions", .journal)
struct TombstoneTests {
  let harness = JournalHarness.current

  @Test("A tombstone has the token hash of the last session with its id")
  func tokens() async throws {
    let owner = await harness.owner()
    #expect(try await harness.journal.tombstone(of: owner.id) == nil)
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    #expect(try await harness.journal.tombstone(of: owner.id) == Tombstone(tokenHash: [1, 2, 3]))
    var again = owner.snapshot(at: 1)
    again.session.tokenHash = [4]
    #expect(await harness.journal.write(.create(again)) == nil)
    for _ in 0..<2 { #expect(await harness.journal.write(.delete(owner.id)) == nil) }
    #expect(try await harness.journal.tombstone(of: owner.id) == Tombstone(tokenHash: [4]))
    #expect(try await harness.journal.tombstone(of: Owner().id) == nil)
  }

  @Test("A tombstone with a corrupted token hash has none")
  func corrupted() async throws {
    let owner = await harness.owner()
    #expect(await harness.journal.write(.delete(owner.id)) == nil)
    try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(
      "UPDATE tombstones SET token_hash = 'x'")
    #expect(try await harness.journal.tombstone(of: owner.id) == Tombstone(tokenHash: nil))
  }
}
