import Foundation
import Sessions
import Testing

@Suite("The truncation of the write-ahead log", .journal)
struct LogTruncationTests {
  let harness = JournalHarness.current

  private func logSize(_ harness: JournalHarness) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: harness.directory + "/navstate.db-wal")).count
  }

  /// Writes two megabytes, and waits until the tables show them. The log is truncated ten seconds later.
  private func burst(_ harness: JournalHarness) async throws -> Owner {
    let owner = await harness.owner()
    let action = #"{"type":"push","id":"\#(String(repeating: "x", count: 2 << 20))"}"#
    #expect(await harness.journal.change(owner, owner.change(2, action: action)) == nil)
    harness.clock.advance(2_000)
    await harness.journal.tick()
    return owner
  }

  @Test("The log is truncated after ten seconds without a write")
  func idle() async throws {
    _ = try await burst(harness)
    harness.clock.advance(9_999)
    await harness.journal.tick()
    #expect(try logSize(harness) > 2 << 20)
    harness.clock.advance(1)
    await harness.journal.tick()
    #expect(try logSize(harness) == 0)
  }

  @Test("Probes do not delay the truncation of the log")
  func probes() async throws {
    _ = try await burst(harness)
    for _ in 1...9 {
      harness.clock.advance(1_000)
      #expect(await harness.journal.write(.probe) == nil)
      await harness.journal.tick()
      #expect(try logSize(harness) > 2 << 20)
    }
    harness.clock.advance(1_000)
    await harness.journal.tick()
    #expect(try logSize(harness) == 0)
  }

  @Test("A change delays the truncation of the log")
  func changes() async throws {
    let owner = try await burst(harness)
    harness.clock.advance(9_000)
    #expect(await harness.journal.change(owner, 3) == nil)
    harness.clock.advance(9_999)
    await harness.journal.tick()
    #expect(try logSize(harness) > 2 << 20)
    harness.clock.advance(10_000)
    await harness.journal.tick()
    #expect(try logSize(harness) == 0)
  }
}
