import SQLiteJournal
import Sessions
import TestSupport

extension Simulation {
  /// Runs one orderly world over SQLite and over a journal in memory, and compares all answers.
  package static func comparison(seed: UInt64, log: ((String) -> Void)? = nil) -> Report {
    var settings = Settings()
    settings.isOrderly = true
    let disk = Simulation(seed: seed, settings: settings, log: log)
    settings.usesMemory = true
    let memory = Simulation(seed: seed, settings: settings, log: log)
    let (report, other) = (disk.run(), memory.run())
    let pairs = zip(disk.transcript, memory.transcript)
    let difference =
      pairs.first { $0 != $1 }.map { "SQLite has \($0), memory has \($1)" }
      ?? (disk.transcript.count == memory.transcript.count ? nil : "the numbers of answers differ")
    return Report(
      seed: seed, hash: report.hash, figures: report.figures,
      violation: report.violation ?? other.violation.map { "in memory, \($0)" } ?? difference)
  }
}

/// The work of a journal in single steps.
protocol JournalTurns {
  var hasWrites: Bool { get }
  var hasReads: Bool { get }
  /// Whether there are writes or other work of the writer.
  var hasWork: Bool { get }
  func write()
  func read()
  func copy()
  /// Does all work at the end.
  ///
  /// - Returns: The failure that left snapshots behind; nil: none.
  func finish() -> JournalFailure?
}

extension JournalSteps: JournalTurns {
  var hasWork: Bool { hasWrites || workDelay != nil }
}

extension MemoryJournal: JournalTurns {
  var hasWrites: Bool { waiting > 0 }
  var hasReads: Bool { waitingReads > 0 }
  var hasWork: Bool { hasWrites }
  func write() { settle() }
  func read() { settleReads() }
  func copy() {}

  func finish() -> JournalFailure? {
    while hasWrites || hasReads {
      write()
      read()
    }
    return nil
  }
}
