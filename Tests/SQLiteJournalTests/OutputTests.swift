import SQLiteJournal
import Sessions
import Testing

@Suite("The outputs of a session", .journal)
struct OutputTests {
  let harness = JournalHarness.current

  /// Writes changes with at most one output each, except for two in revision 4.
  private func write(_ revisions: ClosedRange<Int>, of owner: Owner, in harness: JournalHarness) async {
    let outputs = [
      2: #"[{"seq":1,"name":"paid","value":{"total":1e400,"of":[12345678901234567890]}}]"#,
      4: #"[{"seq":2,"name":"left","value":null},{"seq":3,"name":"a \"b\" é","value":"\u0000"}]"#,
      5: #"[{"seq":4,"name":"paid","value":-0.0}]"#,
    ]
    for revision in revisions {
      #expect(
        await harness.journal.change(owner, owner.change(revision, outputs: outputs[revision, default: "[]"])) == nil)
    }
  }

  @Test("Outputs are read as they were written, before and after the tables show their changes")
  func items() async throws {
    let owner = await harness.owner()
    #expect(try await harness.journal.outputs(owner) == [])
    await write(2...4, of: owner, in: harness)
    let behind = try await harness.journal.outputs(owner)
    #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
    await write(5...6, of: owner, in: harness)
    let all = try await harness.journal.outputs(owner)
    #expect(Array(all.prefix(3)) == behind)
    #expect(all.map(\.seq) == [1, 2, 3, 4])
    #expect(all.map(\.revision) == [2, 4, 4, 5])
    #expect(all.map(\.at) == [2000, 4000, 4000, 5000])
    #expect(all.map(\.name) == ["paid", "left", #"a "b" é"#, "paid"])
    #expect(
      all.map { String(decoding: $0.value, as: UTF8.self) }
        == [#"{"total":1e400,"of":[12345678901234567890]}"#, "null", #""\u0000""#, "-0.0"])
    #expect(try await harness.journal.outputs(Owner()) == [])
  }

  @Test("A page of outputs begins after a number and ends at a limit, also within a change", arguments: [true, false])
  func pages(isIndexed: Bool) async throws {
    let owner = await harness.owner()
    await write(2...6, of: owner, in: harness)
    if isIndexed { #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil) }
    for (after, limit, expected) in [(0, 2, [1, 2]), (2, 1, [3]), (2, 9, [3, 4]), (1, 2, [2, 3]), (4, 9, [])] {
      #expect(try await harness.journal.outputs(owner, after: after, limit: limit).map(\.seq) == expected)
    }
  }

  @Test("Outputs are found among thousands of changes, and among thousands of outputs of a change")
  func long() async throws {
    try await withJournal(capacity: 5000) { (harness) async throws in
      let owner = await harness.owner()
      let many = (1...2500).map { #"{"seq":\#($0),"name":"paid","value":0}"# }.joined(separator: ",")
      #expect(await harness.journal.change(owner, owner.change(2, outputs: "[\(many)]")) == nil)
      let resume = await harness.journal.pause()
      for revision in 3...4499 {
        #expect(harness.journal.submit(.change(owner.change(revision), of: owner)) { _ in })
        owner.commit(revision)
      }
      resume()
      let last = #"[{"seq":2501,"name":"paid","value":1}]"#
      #expect(await harness.journal.change(owner, owner.change(4500, outputs: last)) == nil)
      #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil)
      #expect(try await harness.journal.outputs(owner, after: 2400, limit: 1000).map(\.seq) == Array(2401...2501))
      #expect(try await harness.journal.outputs(owner, after: 2500, limit: 1000).map(\.revision) == [4500])
      #expect(try await harness.journal.outputs(owner, after: 0, limit: 5000).count == 2501)
    }
  }
}
