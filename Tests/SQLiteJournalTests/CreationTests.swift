import TestSupport
import Foundation
@testable import SQLiteJournal
import Testing

@testable import Sessions

@Suite("Creations")
struct CreationTests {
  private func keyed(_ owner: Owner, _ key: String) -> Write {
    var projection = owner.projection(at: 1)
    projection.session.metadata.key = key
    return .creation(of: projection)
  }

  private func listed(_ journal: SQLiteJournal, _ query: SummaryQuery) async throws -> [SessionID] {
    try await journal.sessions(query).map(\.id)
  }

  @Test("A creation writes one row, and the index has the session once the writer is idle")
  func follow() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(try harness.integer("SELECT count(*) FROM sessions") == 1)
      #expect(try harness.integer("SELECT count(*) FROM session_ids") == 0)
      let loaded = try #require(try await harness.journal.load(owner.id))
      harness.clock.advance(1_000)
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM session_ids") == 1)
      #expect(try harness.integer("SELECT count(*) FROM screens") == 1)
      let again = try #require(try await harness.journal.load(owner.id))
      #expect(again.session == loaded.session)
      #expect(again.screens == loaded.screens)
      #expect(again.containers == loaded.containers)
    }
  }

  @Test("A projection of a change adds the session to the index")
  func projection() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try harness.integer("SELECT revision FROM sessions") == 2)
      #expect(try harness.integer("SELECT count(*) FROM session_ids") == 1)
    }
  }

  @Test("A session key is taken until its session is deleted, even before the index has the session")
  func keys() async throws {
    try await withJournal { harness async throws in
      let (first, second) = (Owner(), Owner())
      #expect(await harness.journal.write(keyed(first, "k")) == nil)
      #expect(await harness.journal.write(keyed(second, "k")) == .keyTaken(first.id))
      #expect(try await listed(harness.journal, SummaryQuery(after: nil, limit: 10, index: .key("k"))) == [first.id])
      #expect(await harness.journal.write(.delete(first.id)) == nil)
      #expect(try harness.integer("SELECT count(*) FROM sessions") == 0)
      #expect(try harness.integer("SELECT count(*) FROM session_ids") == 0)
      #expect(await harness.journal.write(keyed(second, "k")) == nil)
    }
  }

  @Test("A list of sessions has indexed and unindexed sessions in the order of their ids")
  func list() async throws {
    try await withJournal { harness async throws in
      var owners: [Owner] = []
      for round in 0..<2 {
        for _ in 0..<3 {
          owners.append(Owner())
          #expect(await harness.journal.create(owners[owners.count - 1]) == nil)
        }
        harness.clock.advance(1_000)
        if round == 0 { await harness.journal.tick() }
      }
      let sorted = owners.map(\.id).sorted { $0.text < $1.text }
      #expect(try await listed(harness.journal, SummaryQuery(after: nil, limit: 10)) == sorted)
      #expect(try await listed(harness.journal, SummaryQuery(after: sorted[1], limit: 2)) == Array(sorted[2..<4]))
    }
  }

  @Test("A page of a list has the first of many unindexed sessions")
  func longList() async throws {
    try await withJournal { harness async throws in
      let owners = (0..<100).map { _ in Owner() }
      for owner in owners { #expect(await harness.journal.create(owner) == nil) }
      let sorted = owners.map(\.id).sorted { $0.text < $1.text }
      for (first, limit) in [(0, 3), (40, 7), (95, 20)] {
        let query = SummaryQuery(after: first == 0 ? nil : sorted[first - 1], limit: limit)
        #expect(try await listed(harness.journal, query) == Array(sorted[first...].prefix(limit)))
      }
    }
  }

  @Test("A session and its changes are found after a crash")
  func kill() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      try await withJournal(in: try harness.crashed()) { again in
        let loaded = try #require(try await again.journal.load(owner.id))
        #expect(loaded.session.revision == 1)
        #expect(loaded.changes.map(\.revision) == [2])
        #expect(again.journal.behind == [owner.id])
      }
    }
  }

  @Test("The events of an app include those of an unindexed session")
  func events() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      let before = try await harness.journal.appEvents(after: 0).events.map(\.cursor)
      #expect(before.count == 2)
      #expect(await harness.journal.failure(projecting: owner) == nil)
      #expect(try await harness.journal.appEvents(after: 0).events.map(\.cursor) == before)
    }
  }

  @Test("A check of the database finds unindexed sessions with their changes")
  func check() async throws {
    try await withJournal { harness async throws in
      let owners = [Owner(), Owner()]
      #expect(await harness.journal.create(owners[0]) == nil)
      harness.clock.advance(1_000)
      await harness.journal.tick()
      #expect(await harness.journal.create(owners[1]) == nil)
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

  @Test("The stored index mark stays below the sessions that the index does not have")
  func mark() async throws {
    try await withJournal { harness async throws in
      let owners = (0..<600).map { _ in Owner() }
      for owner in owners[..<500] { #expect(await harness.journal.create(owner) == nil) }
      harness.clock.advance(1_000)
      for owner in owners[500...] { #expect(await harness.journal.create(owner) == nil) }
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM session_ids") == 500)
      let mark = try #require(try harness.integer("SELECT indexed FROM progress"))
      #expect(
        try harness.integer(
          "SELECT count(*) FROM sessions WHERE seq <= \(mark) AND id NOT IN (SELECT id FROM session_ids)") == 0)
      try await withJournal(in: try harness.crashed()) { again in
        for owner in owners { _ = try #require(try await again.journal.load(owner.id)) }
        again.clock.advance(1_000)
        await again.journal.tick()
        #expect(try again.integer("SELECT count(*) FROM session_ids") == 600)
        #expect(try again.integer("SELECT indexed FROM progress") == 600)
      }
    }
  }

  @Test("A session whose id is already in the index cannot be changed before a restart")
  func taken() async throws {
    try await withJournal { harness async throws in
      let owners = (0..<60).map { _ in Owner() }
      for owner in owners { #expect(await harness.journal.create(owner) == nil) }
      let other = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
      try other.run("INSERT INTO session_ids SELECT id, 999 FROM sessions WHERE id != '\(owners[59].id.text)'")
      for _ in 0..<4 {
        harness.clock.advance(1_000)
        await harness.journal.tick()
      }
      #expect(Set(harness.notes.damaged) == Set(owners.dropLast().map(\.id)))
      #expect(try harness.integer("SELECT count(*) FROM session_ids WHERE seq != 999") == 1)
      #expect(harness.notes.all.isEmpty)
      guard case .damaged = await harness.journal.change(owners[0], 2) else { return _ = Issue.record("Succeeded") }
      #expect(await harness.journal.change(owners[59], 2) == nil)
      try other.run("DELETE FROM session_ids WHERE seq = 999")
      try await withJournal(in: try harness.crashed()) { again in
        #expect(await again.journal.change(owners[0], 2) == nil)
        #expect(await again.journal.failure(projecting: owners[0]) == nil)
      }
    }
  }
}
