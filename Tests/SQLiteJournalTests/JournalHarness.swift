import Foundation
import SQLiteJournal
import Sessions
import Synchronization
import TestSupport
import Testing

/// A journal in its own folder, on a disk that can fail, with a clock that only the test advances.
struct JournalHarness: Sendable {
  let directory: String
  let disk: FaultyDisk
  let clock: ManualClock
  let journal: SQLiteJournal
  let notes: Notes
  let quarantine: Quarantine

  /// That of the running test, in suites with the trait `journal`.
  static var current: JournalHarness {
    guard let scoped else { preconditionFailure("The suite lacks the trait `journal`.") }
    return scoped
  }
  @TaskLocal fileprivate static var scoped: JournalHarness?

  /// Creates a session, and changes it up to a revision.
  func owner(at revision: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async -> Owner {
    let owner = Owner()
    #expect(await journal.create(owner) == nil, sourceLocation: sourceLocation)
    guard revision > 1 else { return owner }
    #expect(await journal.changes(owner, 2...revision) == nil, sourceLocation: sourceLocation)
    return owner
  }

  /// Returns the integer that a query returns on a second connection.
  func integer(_ sql: String) throws -> Int64? {
    try Connection(path: directory + "/navstate.db", mode: .existing).integer(sql)
  }

  /// Returns SQLite's plan of a query.
  func plan(_ sql: String) throws -> String {
    let row = try Connection(path: directory + "/navstate.db", mode: .existing).statement("EXPLAIN QUERY PLAN " + sql)
    defer { row.reset() }
    var lines: [String] = []
    while try row.step() { lines.append(row.text(3)) }
    return lines.joined(separator: "\n")
  }

  /// Copies the files as a crash would leave them now, and returns the folder of the copy.
  func crashed() throws -> String {
    let copy = temporaryPath()
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    for file in ["navstate.db", "navstate.db-wal"] {
      try FileManager.default.copyItem(atPath: "\(directory)/\(file)", toPath: "\(copy)/\(file)")
    }
    return copy
  }
}

/// The failures and the damaged sessions that the journal has reported.
final class Notes: Sendable {
  private let taken = Mutex<[JournalFailure?]>([])
  var all: [JournalFailure?] { taken.withLock { $0 } }

  private let heard = Mutex<[SessionID]>([])
  /// The sessions that were reported as damaged.
  var damaged: [SessionID] { heard.withLock { $0 } }

  func record(_ session: SessionID, _ detail: String) {
    heard.withLock { $0.append(session) }
  }

  func record(_ failure: JournalFailure?) {
    taken.withLock { $0.append(failure) }
  }
}

func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID().uuidString)").path
}

/// Opens a journal in a new folder for each test of a suite.
struct JournalTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withJournal { harness in
      try await JournalHarness.$scoped.withValue(harness, operation: function)
    }
  }
}

extension Trait where Self == JournalTrait {
  static var journal: JournalTrait { JournalTrait() }
}

/// Runs `body` with an open journal, by default in a new folder, then closes the journal and removes the folder.
func withJournal(
  in directory: String = temporaryPath(), capacity: Int = 4096, _ body: (JournalHarness) async throws -> Void
) async throws {
  let disk = FaultyDisk()
  let clock = ManualClock(at: 1_000_000)
  let notes = Notes()
  let quarantine = Quarantine { notes.record($0, $1) }
  let journal = try SQLiteJournal(
    directory: directory, capacity: capacity, vfs: disk.name, clock: { clock.now }, onFailure: notes.record,
    quarantine: quarantine)
  let result: Result<Void, any Error>
  do {
    result = .success(
      try await body(
        JournalHarness(
          directory: directory, disk: disk, clock: clock, journal: journal, notes: notes, quarantine: quarantine)))
  } catch {
    result = .failure(error)
  }
  disk.heal()
  let failure = await Task.detached { journal.close() }.value
  precondition(failure == nil, "\(String(describing: failure))")
  try FileManager.default.removeItem(atPath: directory)
  return try result.get()
}

/// Runs `body` with a new folder and removes the folder afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  let directory = temporaryPath()
  try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  try body(directory)
}
