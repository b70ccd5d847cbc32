import CSQLite
import SQLiteJournal
import Sessions
import Simulation
import TestSupport
import Synchronization
import Testing

@Suite("Commits that were written and not synced")
struct PowerTests {
  @Test(
    "A commit that another process has read after a crash survives a power cut",
    arguments: 1...8 as ClosedRange<UInt64>)
  func shownAfterKill(seed: UInt64) throws {
    let owner = Owner()
    let killed = SimulatedDisk(seed: seed)
    do {
      let steps = JournalSteps()
      let journal = try open(killed, steps)
      killed.visit = { [unowned killed] call in
        if call == .sync { killed.turnOff() }
        return nil
      }
      let isQueued = journal.submit(.create(owner.snapshot(at: 1))) { #expect($0 != nil) }
      #expect(isQueued)
      steps.write()
    }
    let shown = SimulatedDisk(killed.afterKill, seed: seed)
    #expect(try has(owner, shown))
    #expect(try has(owner, SimulatedDisk(shown.afterPowerCut(), seed: seed)))
  }

  @Test(
    "A commit whose sync fails causes no loss of other commits after a power cut",
    arguments: 1...8 as ClosedRange<UInt64>)
  func shownAfterFailedSync(seed: UInt64) throws {
    let (first, failed, second) = (Owner(), Owner(), Owner())
    var disk = SimulatedDisk(seed: seed)
    do {
      let steps = makeSteps(on: disk)
      let journal = try open(disk, steps)
      try create(first, in: journal, steps)
      disk.visit = { call in call == .sync ? SQLITE_IOERR | (4 << 8) : nil }
      #expect(throws: JournalFailure.self) { try create(failed, in: journal, steps) }
    }
    disk = SimulatedDisk(disk.afterKill, seed: seed)
    do {
      let steps = makeSteps(on: disk)
      try create(second, in: try open(disk, steps), steps)
    }
    disk = SimulatedDisk(disk.afterPowerCut(), seed: seed)
    #expect(try has(first, disk) && has(second, disk))
  }

  @Test("A start after a failed sync fails while another process has the database open")
  func shownToOthers() throws {
    let refused = try (1...8 as ClosedRange<UInt64>).filter { seed in
      let disk = SimulatedDisk(seed: seed)
      let steps = makeSteps(on: disk)
      let journal = try open(disk, steps)
      try create(Owner(), in: journal, steps)
      disk.visit = { call in call == .sync ? SQLITE_IOERR | (4 << 8) : nil }
      #expect(throws: JournalFailure.self) { try create(Owner(), in: journal, steps) }
      disk.visit = nil
      let second = Result { try open(disk, makeSteps(on: disk)) }
      // With some seeds the simulated disk has kept all of the commit, or none of it.
      guard case .failure(let error) = second else { return false }
      #expect("\(error)".contains("locked"))
      return true
    }
    #expect(!refused.isEmpty)
  }

  /// Invariant of `@unchecked Sendable`: one thread runs a test.
  private struct Uncached: @unchecked Sendable {
    let disk: SimulatedDisk

    init(_ disk: SimulatedDisk) {
      self.disk = disk
    }
  }

  private func makeSteps(on disk: SimulatedDisk) -> JournalSteps {
    JournalSteps { [disk = Uncached(disk)] in disk.disk.openDiskFile($0) }
  }

  private func create(_ owner: Owner, in journal: SQLiteJournal, _ steps: JournalSteps) throws(JournalFailure) {
    let failure = Mutex<JournalFailure?>(nil)
    _ = journal.submit(.create(owner.snapshot(at: 1))) { result in failure.withLock { $0 = result } }
    steps.write()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func has(_ owner: Owner, _ disk: SimulatedDisk) throws -> Bool {
    let steps = JournalSteps()
    let journal = try open(disk, steps)
    let found = Found()
    Task.inline { found.record(try? await journal.load(owner.id)) }
    steps.read()
    return found.isFound
  }

  private func open(_ disk: SimulatedDisk, _ steps: JournalSteps) throws -> SQLiteJournal {
    try SQLiteJournal(directory: "/data", vfs: disk.name, steps: steps, clock: { 1 })
  }

  private final class Found: Sendable {
    private let found = Mutex(false)
    var isFound: Bool { found.withLock { $0 } }

    func record(_ session: StoredSession?) {
      if session != nil { found.withLock { $0 = true } }
    }
  }
}
