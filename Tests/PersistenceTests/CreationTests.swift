import SessionsTesting
import Foundation
import SQLite
import Testing

@testable import Persistence
@testable import Sessions

@Suite("Creations")
struct CreationTests {
  private func keyed(_ owner: Owner, _ key: String) -> Write {
    var projection = owner.projection(at: 1)
    projection.session.metadata.key = key
    return .creation(of: projection)
  }

  private func listed(_ journal: SQLiteJournal, _ query: SummaryQuery) async throws -> [SessionID] {
    try await withCheckedContinuation { read in journal.sessions(query) { read.resume(returning: $0) } }.get().map(\.id)
  }

  @Test("A creation is one row, from which the session is loaded, and the tables follow when the writer is idle")
  func follow() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(try harness.integer("SELECT count(*) FROM creations") == 1)
      #expect(try harness.integer("SELECT count(*) FROM sessions") == 0)
      let loaded = try #require(try await harness.journal.load(owner.id))
      harness.clock.advance(1_000)
      await harness.journal.tick()
      #expect(try harness.integer("SELECT count(*) FROM creations") == 0)
      #expect(try harness.integer("SELECT count(*) FROM screens") == 1)
      let shown = try #require(try await harness.journal.load(owner.id))
      #expect(shown.session == loaded.session)
      #expect(shown.screens == loaded.screens)
      #expect(shown.containers == loaded.containers)
    }
  }

  @Test("A projection of a change brings the tables to the creation first")
  func projection() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      #expect(await harness.journal.project(owner) == nil)
      #expect(try harness.integer("SELECT revision FROM sessions") == 2)
      #expect(try harness.integer("SELECT count(*) FROM creations") == 0)
    }
  }

  @Test("A key belongs to the first session, also before the tables show it, and is free after its deletion")
  func keys() async throws {
    try await withJournal { harness async throws in
      let (first, second) = (Owner(), Owner())
      #expect(await harness.journal.write(keyed(first, "k")) == nil)
      #expect(await harness.journal.write(keyed(second, "k")) == .keyTaken(first.id))
      #expect(try await listed(harness.journal, SummaryQuery(after: nil, limit: 10, index: .key("k"))) == [first.id])
      #expect(await harness.journal.write(.delete(first.id)) == nil)
      #expect(try harness.integer("SELECT count(*) FROM creations") == 0)
      #expect(await harness.journal.write(keyed(second, "k")) == nil)
    }
  }

  @Test("A list has the sessions of the tables and the others, in the order of their ids")
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

  @Test("A page of a list has the first of many sessions that the tables do not show")
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

  @Test("After a kill the session and its changes are there")
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

  @Test("The events of an app have a creation and a change of a session that the tables do not show")
  func events() async throws {
    try await withJournal { harness async throws in
      let owner = Owner()
      #expect(await harness.journal.create(owner) == nil)
      #expect(await harness.journal.change(owner, 2) == nil)
      let before = try await harness.journal.appEvents(after: 0).events.map(\.cursor)
      #expect(before.count == 2)
      #expect(await harness.journal.project(owner) == nil)
      #expect(try await harness.journal.appEvents(after: 0).events.map(\.cursor) == before)
    }
  }

  @Test("A check finds the sessions that the tables do not show, with their changes")
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

  @Test("A damaged creation stops the writing to its session alone")
  func damaged() async throws {
    try await withJournal { harness async throws in
      let owners = [Owner(), Owner()]
      for owner in owners { #expect(await harness.journal.create(owner) == nil) }
      try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(
        "DELETE FROM creations WHERE session = '\(owners[0].id.text)'")
      harness.clock.advance(1_000)
      await harness.journal.tick()
      #expect(harness.notes.damaged == [owners[0].id])
      #expect(try harness.integer("SELECT count(*) FROM sessions") == 1)
      guard case .damaged = await harness.journal.change(owners[0], 2) else { return _ = Issue.record("written") }
      #expect(await harness.journal.change(owners[1], 2) == nil)
    }
  }

  @Test("Many damaged creations do not keep the tables from following the others, and fail no write")
  func manyDamaged() async throws {
    try await withJournal { harness async throws in
      let owners = (0..<60).map { _ in Owner() }
      for owner in owners { #expect(await harness.journal.create(owner) == nil) }
      try Connection(path: harness.directory + "/navstate.db", mode: .existing).run(
        "DELETE FROM creations WHERE session != '\(owners[59].id.text)'")
      for _ in 0..<4 {
        harness.clock.advance(1_000)
        await harness.journal.tick()
      }
      #expect(Set(harness.notes.damaged) == Set(owners.dropLast().map(\.id)))
      #expect(try harness.integer("SELECT count(*) FROM sessions") == 1)
      #expect(harness.notes.all.isEmpty)
      #expect(await harness.journal.change(owners[59], 2) == nil)
    }
  }
}
