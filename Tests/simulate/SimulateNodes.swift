import Simulation
import Synchronization
import Support

/// Simulates several nodes once for each seed, and prints the seeds with a fault.
///
/// - Returns: The exit status; 1: there was a fault.
func simulateNodes(_ options: Options, _ settings: NodesSimulation.Settings) -> Int32 {
  Running.tellWhenKilled(jobs: options.jobs)
  let run = NodesRun(options, settings)
  let workers = (0..<options.jobs).map { job in Worker { run.runSeeds(job: job) } }
  for worker in workers { worker.join() }
  return run.conclude()
}

/// A run over several seeds, on several threads.
private final class NodesRun: Sendable {
  private struct Findings {
    var nextSeed: UInt64
    var violations: [UInt64: String] = [:]
    var figures = NodesSimulation.Figures()
  }

  private let options: Options
  private let settings: NodesSimulation.Settings
  private let findings: Mutex<Findings>

  init(_ options: Options, _ settings: NodesSimulation.Settings) {
    self.options = options
    self.settings = settings
    findings = Mutex(Findings(nextSeed: options.first))
  }

  func runSeeds(job: Int) {
    while let seed = nextSeed() {
      Running.record(seed, job: job)
      let simulation = NodesSimulation(seed: seed, settings: settings)
      if options.logs { simulation.log = { print($0) } }
      let report = simulation.run()
      findings.withLock { findings in
        findings.violations[seed] = report.violation
        findings.figures.add(report.figures)
      }
    }
  }

  private func nextSeed() -> UInt64? {
    findings.withLock { findings in
      guard findings.nextSeed < options.first + options.seeds else { return nil }
      defer { findings.nextSeed += 1 }
      return findings.nextSeed
    }
  }

  func conclude() -> Int32 {
    findings.withLock { findings in
      for (seed, violation) in findings.violations.sorted(by: { $0.key < $1.key }) {
        print(
          "seed \(seed): \(violation.prefix(1_000))\n  again: scripts/simulate --nodes --seed \(seed) --seeds 1 --log")
      }
      print("\(options.seeds) seeds from \(options.first), \(findings.violations.count) of them wrong")
      print(findings.figures.text)
      return findings.violations.isEmpty ? 0 : 1
    }
  }
}
