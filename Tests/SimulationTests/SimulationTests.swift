import Persistence
import Simulation
import Testing

@Suite("A server that is killed, cut off and failed by its disk")
struct SimulationTests {
  @Test("keeps its word, whatever chance has in store", arguments: 1...10 as ClosedRange<UInt64>)
  func keepsItsWord(seed: UInt64) {
    #expect(Simulation(seed: seed).run().violation == nil, "scripts/simulate --seed \(seed) --seeds 1 --log")
  }

  @Test(
    "keeps its word where it once did not: a change beside a jump, a timer that undo has moved, a jump that is unloaded",
    arguments: [35, 42, 57, 59, 444, 776, 1_075, 1_631] as [UInt64])
  func mended(seed: UInt64) {
    #expect(Simulation(seed: seed).run().violation == nil, "scripts/simulate --seed \(seed) --seeds 1 --log")
  }

  @Test("breaks it, and is found out, when commits do not wait for the disk")
  func synchronousNormal() {
    var settings = Simulation.Settings()
    settings.synchronous = .normal
    let wrong = (1...80 as ClosedRange<UInt64>).filter { seed in
      Simulation(seed: seed, settings: settings).run().violation != nil
    }
    #expect(!wrong.isEmpty, "a simulation that sees nothing here is blind")
  }

  @Test("breaks it, and is found out, when the disk forgets what it was told to keep")
  func forgottenSyncs() {
    var settings = Simulation.Settings()
    settings.forgetsSyncs = true
    let wrong = (1...40 as ClosedRange<UInt64>).filter { seed in
      Simulation(seed: seed, settings: settings).run().violation != nil
    }
    #expect(!wrong.isEmpty, "a simulation that sees nothing here is blind")
  }
}
