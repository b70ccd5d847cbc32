import SQLiteJournal
import Simulation
import Testing

@Suite("Kills, power failures and disk faults")
struct SimulationTests {
  @Test("The server passes all checks with random faults", arguments: 1...10 as ClosedRange<UInt64>)
  func keepsItsWord(seed: UInt64) {
    #expect(Simulation(seed: seed).run().violation == nil, "scripts/simulate --seed \(seed) --seeds 1 --log")
  }

  @Test(
    "Seeds pass that once failed: a change beside a jump, a timer moved by undo, an unloaded jump",
    arguments: [35, 42, 57, 59, 444, 776, 1_075, 1_631] as [UInt64])
  func mended(seed: UInt64) {
    #expect(Simulation(seed: seed).run().violation == nil, "scripts/simulate --seed \(seed) --seeds 1 --log")
  }

  @Test("SQLite and the journal in memory give the same answers", arguments: 1...10 as ClosedRange<UInt64>)
  func sameAnswers(seed: UInt64) {
    #expect(Simulation.comparison(seed: seed).violation == nil, "scripts/simulate --compare --seed \(seed) --seeds 1")
  }

  @Test("The simulation finds a fault if commits do not wait for the disk")
  func synchronousNormal() {
    var settings = Simulation.Settings()
    settings.synchronous = .normal
    let wrong = (1...80 as ClosedRange<UInt64>).filter { seed in
      Simulation(seed: seed, settings: settings).run().violation != nil
    }
    #expect(!wrong.isEmpty, "the simulation finds no fault with synchronous = NORMAL")
  }

  @Test("The simulation finds a fault if the disk ignores syncs")
  func forgottenSyncs() {
    var settings = Simulation.Settings()
    settings.forgetsSyncs = true
    let wrong = (1...40 as ClosedRange<UInt64>).filter { seed in
      Simulation(seed: seed, settings: settings).run().violation != nil
    }
    #expect(!wrong.isEmpty, "the simulation finds no fault on a disk that ignores syncs")
  }
}
