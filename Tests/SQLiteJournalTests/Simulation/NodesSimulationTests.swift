import Simulation
import Testing

@Suite("Three nodes on one database")
struct NodesSimulationTests {
  @Test("No node answers with an older revision than before, and no change is lost or repeated")
  func keepsItsWord() {
    for seed in 1...40 as ClosedRange<UInt64> {
      let violation = NodesSimulation(seed: seed).run().violation
      #expect(violation == nil, "scripts/simulate --nodes --seed \(seed) --seeds 1 --log")
    }
  }

  @Test("A fault is found if commits do not compare the session's token")
  func noComparison() {
    var settings = NodesSimulation.Settings()
    settings.comparesTokens = false
    #expect(wrong(settings) > 10)
  }

  @Test(
    "A fault is found if a session is not compared, or only after a hint",
    arguments: [NodesSimulation.Checks.never, .hintedOnly])
  func noChecks(checks: NodesSimulation.Checks) {
    var settings = NodesSimulation.Settings()
    settings.checks = checks
    #expect(wrong(settings) > 5)
  }

  @Test("A fault is found if each node decides by the clock of its machine")
  func machineClocks() {
    var settings = NodesSimulation.Settings()
    settings.usesStoreTime = false
    #expect(wrong(settings) > 10)
  }

  /// Returns the number of failing seeds of 40.
  private func wrong(_ settings: NodesSimulation.Settings) -> Int {
    (1...40 as ClosedRange<UInt64>).count { NodesSimulation(seed: $0, settings: settings).run().violation != nil }
  }
}
