import Foundation
import Simulation
import Support
import Synchronization

/// A run over several seeds, on several threads.
final class SeedRun<Figures: SimulationFigures>: Sendable {
  typealias Result = (violation: String?, hash: UInt64, figures: Figures)

  private struct Findings {
    var nextSeed: UInt64
    var violations: [UInt64: String] = [:]
    var hash: UInt64 = 0
    var figures = Figures()
  }

  private let options: Options
  private let simulate: @Sendable (UInt64, ((String) -> Void)?) -> Result
  private let findings: Mutex<Findings>

  init(_ options: Options, _ simulate: @escaping @Sendable (UInt64, ((String) -> Void)?) -> Result) {
    self.options = options
    self.simulate = simulate
    findings = Mutex(Findings(nextSeed: options.first))
  }

  /// Simulates once for each seed, and prints the seeds with a fault.
  ///
  /// - Returns: The exit status; 1: there was a fault.
  func run() -> Int32 {
    Running.tellWhenKilled(jobs: options.jobs)
    let start = ContinuousClock.now
    let workers = (0..<options.jobs).map { job in Worker { self.runSeeds(job: job) } }
    for worker in workers { worker.join() }
    // On standard error, since the speed differs between equal runs.
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let speed = "\(Int(Double(options.seeds) / max(seconds, 0.001))) seeds a second, \(Int(seconds)) s\n"
    FileHandle.standardError.write(Data(speed.utf8))
    return conclude(findings.withLock { $0 })
  }

  private func runSeeds(job: Int) {
    while let seed = nextSeed() {
      Running.record(seed, job: job)
      let result = simulate(seed, options.logs ? { print($0) } : nil)
      findings.withLock { findings in
        findings.violations[seed] = result.violation
        // Independent of the order in which the seeds end.
        findings.hash ^= result.hash &* (2 &* seed &+ 1)
        findings.figures.add(result.figures)
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

  private func conclude(_ findings: Findings) -> Int32 {
    for (seed, violation) in findings.violations.sorted(by: { $0.key < $1.key }) {
      let again = "scripts/simulate \(options.mode)--seed \(seed) --seeds 1 --log"
      print("seed \(seed): \(violation.prefix(1_000))\n  again: \(again)")
    }
    print("\(options.seeds) seeds from \(options.first), \(findings.violations.count) of them wrong")
    if findings.hash != 0 { print("hash \(String(findings.hash, radix: 16))") }
    print(findings.figures.text)
    return findings.violations.isEmpty ? 0 : 1
  }
}
