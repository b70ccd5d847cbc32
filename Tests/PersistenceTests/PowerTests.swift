import Persistence
import Sessions
import Simulation
import Synchronization
import Testing

@Suite("A commit that was written and not synced")
struct PowerTests {
  @Test(
    "lasts from when another process has shown it, though the power goes then",
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
      let isQueued = journal.submit(.create(owner.projection(at: 1), keeping: nil)) { #expect($0 != nil) }
      #expect(isQueued)
      steps.write()
    }
    let shown = SimulatedDisk(killed.afterKill, seed: seed)
    #expect(try has(owner, shown))
    #expect(try has(owner, SimulatedDisk(shown.afterPowerCut(), seed: seed)))
  }

  private func has(_ owner: Owner, _ disk: SimulatedDisk) throws -> Bool {
    let steps = JournalSteps()
    let journal = try open(disk, steps)
    let found = Found()
    journal.load(owner.id) { found.take($0) }
    steps.read()
    return found.isFound
  }

  private func open(_ disk: SimulatedDisk, _ steps: JournalSteps) throws -> SQLiteJournal {
    try SQLiteJournal(directory: "/data", vfs: disk.name, steps: steps, clock: { 1 })
  }

  private final class Found: Sendable {
    private let found = Mutex(false)
    var isFound: Bool { found.withLock { $0 } }

    func take(_ result: Result<StoredSession?, JournalFailure>) {
      if case .success(_?) = result { found.withLock { $0 = true } }
    }
  }
}
