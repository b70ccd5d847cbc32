import TestSupport
import Foundation
@testable import SQLiteJournal
import Testing

@testable import Sessions

@Suite("Creations", .journal)
struct CreationTests {
  let harness = JournalHarness.current

  private func keyed(_ owner: Owner, _ key: String) -> Write {
    var snapshot = owner.snapshot(at: 1)
    snapshot.session.metadata.key = key
    return .create(snapshot)
  }

  private func listed(_ journal: SQLiteJournal, _ query: SummaryQuery) async throws -> [SessionID] {
    try await journal.sessions(query).map(\.id)
  }

  @Test("A session key is taken until its session is deleted")
  func keys() async throws {
    let (first, second) = (Owner(), Owner())
    #expect(await harness.journal.write(keyed(first, "k")) == nil)
    #expect(await harness.journal.write(keyed(second, "k")) == .keyTaken(first.id))
    #expect(try await listed(harness.journal, SummaryQuery(after: nil, limit: 10, index: .key("k"))) == [first.id])
    #expect(await harness.journal.write(.delete(first.id)) == nil)
    #expect(try harness.integer("SELECT count(*) FROM session_rows") == 0)
    #expect(await harness.journal.write(keyed(second, "k")) == nil)
  }

  @Test("A page of a list has the first sessions after one, in the order of their ids")
  func longList() async throws {
    let owners = (0..<100).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    let sorted = owners.map(\.id).sorted { $0.text < $1.text }
    for (first, limit) in [(0, 3), (40, 7), (95, 20)] {
      let query = SummaryQuery(after: first == 0 ? nil : sorted[first - 1], limit: limit)
      #expect(try await listed(harness.journal, query) == Array(sorted[first...].prefix(limit)))
    }
  }

  @Test("A check of the database finds sessions with the changes after their snapshots")
  func check() async throws {
    let owners = [Owner(), Owner()]
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    #expect(await harness.journal.change(owners[1], 2) == nil)
    let directory = try harness.crashed()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let check = try DatabaseCheck(of: directory + "/navstate.db", now: 1)
    #expect(try check.faults() == [])
    var found: [String: [Int]] = [:]
    try check.forEachSession { item in found[item.id] = (try? item.content.get())?.changes.map(\.revision) }
    #expect(found == [owners[0].id.text: [], owners[1].id.text: [2]])
  }
}
