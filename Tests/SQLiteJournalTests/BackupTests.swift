import Foundation
@testable import SQLiteJournal
import Sessions
import Synchronization
import Testing

@Suite("Backups", .journal)
struct BackupTests {
  let harness = JournalHarness.current

  /// Returns the last revision of each session in a file; nil: its revisions or its tables are inconsistent.
  private func revisions(in path: String) throws -> [String: Int?] {
    let check = try DatabaseCheck(of: path, now: 1)
    #expect(try check.faults() == [])
    var revisions: [String: Int?] = [:]
    try check.forEachSession { item in
      guard case .success(let session) = item.content, let past = try? past(of: session, in: item) else {
        return revisions[item.id] = .some(nil)
      }
      let last = session.lastRevision ?? session.session.revision
      let isWhole =
        past == Array(2..<last + 1)
        && session.changes.map(\.revision).elementsEqual(session.session.revision + 1..<last + 1)
        && session.navigation[...] == Owner().snapshot(at: session.session.revision).navigation
      revisions[item.id] = isWhole ? last : .some(nil)
    }
    return revisions
  }

  /// Returns the revisions of the stored changes.
  private func past(of session: StoredSession, in item: DatabaseCheck.Item) throws(CorruptSession) -> [Int] {
    var revisions: [Int] = []
    var query: PastQuery? = PastQuery(
      session: session.session.id, selection: .ascending(2...UndoState.largest), content: [])
    while let next = query {
      let page = try item.past(next)
      revisions += page.changes.map(\.revision)
      query = page.next
    }
    return revisions
  }

  @Test("A backup under full load has a consistent state of each session")
  func load() async throws {
    let owners = (0..<16).map { _ in Owner() }
    for owner in owners { #expect(await harness.journal.create(owner) == nil) }
    // The text of these 4,000 changes fills more than one slice of a copy.
    let progress = Progress()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for owner in owners {
        group.addTask {
          for revision in 2...250 {
            let action = #"{"type":"push","text":"\#(String(repeating: "x", count: 800))"}"#
            #expect(await harness.journal.change(owner, owner.change(revision, action: action)) == nil)
            progress.acknowledged.withLock { $0[owner.id] = revision }
            if revision.isMultiple(of: 7) { #expect(await harness.journal.failure(storingSnapshotOf: owner) == nil) }
          }
        }
      }
      group.addTask {
        var sizes: [Int] = []
        while !progress.isDone.withLock({ $0 }) {
          harness.clock.advance(1)
          let before = progress.acknowledged.withLock { $0 }
          guard case .made(let backup) = await harness.journal.backUp() else { throw NoBackup() }
          let after = progress.acknowledged.withLock { $0 }
          let file = harness.directory + "/backups/" + backup.name
          #expect(try Data(contentsOf: URL(filePath: file)).count == backup.size)
          let found = try self.revisions(in: file)
          #expect(found.count == owners.count)
          for owner in owners {
            let revision = try #require(found[owner.id.text] ?? nil, "\(owner.id) is inconsistent")
            // One more change may be committed and not yet acknowledged.
            #expect((before[owner.id] ?? 1)...(after[owner.id] ?? 1) + 1 ~= revision)
          }
          sizes.append(backup.size)
        }
        #expect(sizes.count > 1)
      }
      for _ in owners { try await group.next() }
      progress.isDone.withLock { $0 = true }
      try await group.waitForAll()
    }
  }

  @Test("A backup is a single file with all committed changes")
  func alone() async throws {
    _ = await harness.owner(at: 9)
    guard case .made(let backup) = await harness.journal.backUp() else { throw NoBackup() }
    #expect(backup.name == "navstate-1970-01-01T00-16-40.000Z.db")
    #expect(try FileManager.default.contentsOfDirectory(atPath: harness.directory + "/backups") == [backup.name])
    let copy = try Connection(path: harness.directory + "/backups/" + backup.name, mode: .reading)
    #expect(try copy.integer("SELECT max(revision) FROM changes") == 9)
    #expect(try FileManager.default.contentsOfDirectory(atPath: harness.directory + "/backups") == [backup.name])
  }

  @Test("A backup does not replace another one of the same name")
  func sameName() async throws {
    guard case .made(let backup) = await harness.journal.backUp() else { throw NoBackup() }
    guard case .failed(.unavailable(let reason)) = await harness.journal.backUp() else { throw NoBackup() }
    #expect(reason.contains("already"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: harness.directory + "/backups") == [backup.name])
  }

  @Test("A backup that fails on a full disk leaves no file")
  func full() async throws {
    let owner = await harness.owner()
    harness.disk.fail(.full)
    guard case .failed(.full(let reason)) = await harness.journal.backUp() else { throw NoBackup() }
    #expect(reason.contains("no space left"))
    harness.disk.heal()
    #expect(try FileManager.default.contentsOfDirectory(atPath: harness.directory + "/backups") == [])
    guard case .made = await harness.journal.backUp() else { throw NoBackup() }
    #expect(await harness.journal.change(owner, 2) == nil)
  }

  @Test("A backup does not start while another is in progress")
  func twice() async throws {
    // A backup waits for the disk, so that the next requests arrive while it is in progress.
    let answers = await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { [journal = harness.journal] in await journal.backUp() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.contains(.inProgress))
    // A request after the end of the first backup fails because the name exists.
    #expect(answers.count { if case .made = $0 { true } else { false } } == 1)
  }

  private struct NoBackup: Error {}

  private final class Progress: Sendable {
    let isDone = Mutex(false)
    let acknowledged = Mutex([SessionID: Int]())
  }
}

@Suite("External checkpoints")
struct ExternalCheckpointTests {
  @Test("A journal with external checkpoints never copies its log, even when it closes")
  func external() async throws {
    let directory = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for checkpoints in [Checkpoints.external, .own] {
      let journal = try SQLiteJournal(directory: directory, checkpoints: checkpoints) { 1 }
      let owner = Owner()
      #expect(await journal.create(owner) == nil)
      for revision in 2...100 {
        let action = #"{"type":"\#(String(repeating: "x", count: 200_000))"}"#
        #expect(await journal.change(owner, owner.change(revision, action: action)) == nil)
      }
      let statistics = journal.statistics
      #expect((statistics.checkpoints == 0) == (checkpoints == .external))
      #expect(await Task.detached { journal.close() }.value == nil)
      let log = try Data(contentsOf: URL(filePath: directory + "/navstate.db-wal")).count
      #expect((log > 100 * 200_000) == (checkpoints == .external))
    }
  }
}
