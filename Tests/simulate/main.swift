import Foundation
import Simulation
import Synchronization
import Support

// Simulates the server once for each seed, and prints the seeds with a fault. Exit status 1: there was a fault.

let usage = """
  usage: simulate [--nodes [--no-comparison] [--checks always|never|hintedOnly]] [--seeds N] [--seed FIRST] [--jobs N] \
  [--synchronous full|normal] [--forget-syncs] [--trust-cache] [--log]
  """

// Swift seeds the hashing of each process at random. Here the order of dictionaries has to depend on the seed only.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  print(usage)
  exit(2)
}

if let nodes = options.nodes { exit(simulateNodes(options, nodes)) }

/// The findings of all threads.
struct Findings {
  var nextSeed: UInt64
  var violations: [UInt64: String] = [:]
  var hash: UInt64 = 0
  var figures = Simulation.Figures()
}

let last = options.first + options.seeds
let findings = Mutex(Findings(nextSeed: options.first))

func runSeeds(job: Int) {
  while true {
    let seed = findings.withLock { findings in
      defer { findings.nextSeed += 1 }
      return findings.nextSeed
    }
    guard seed < last else { return }
    Running.record(seed, job: job)
    let simulation = Simulation(seed: seed, settings: options.settings)
    if options.logs { simulation.log = { print($0) } }
    let report = simulation.run()
    findings.withLock { findings in
      if let violation = report.violation { findings.violations[seed] = violation }
      // Independent of the order in which the seeds end.
      findings.hash ^= report.hash &* (2 &* seed &+ 1)
      findings.figures.add(report.figures)
    }
  }
}

Running.tellWhenKilled(jobs: options.jobs)
let clock = ContinuousClock()
let start = clock.now
let workers = (0..<options.jobs).map { job in Worker { runSeeds(job: job) } }
for worker in workers { worker.join() }
let seconds = Double((clock.now - start).components.attoseconds) / 1e18 + Double((clock.now - start).components.seconds)

findings.withLock { findings in
  for (seed, violation) in findings.violations.sorted(by: { $0.key < $1.key }) {
    print("seed \(seed): \(violation.prefix(1_000))\n  again: scripts/simulate --seed \(seed) --seeds 1 --log")
  }
  print("\(options.seeds) seeds from \(options.first), \(findings.violations.count) of them wrong")
  print("hash \(String(findings.hash, radix: 16))")
  print(findings.figures.text)
  // On standard error, since the speed differs between equal runs.
  FileHandle.standardError.write(
    Data("\(Int(Double(options.seeds) / max(seconds, 0.001))) seeds a second, \(Int(seconds)) s\n".utf8))
  exit(findings.violations.isEmpty ? 0 : 1)
}
