import Glibc
import Simulation

// Simulates the server once for each seed, and prints the seeds with a fault. Exit status 1: there was a fault.

let usage = """
  usage: simulate [--nodes [--no-comparison] [--checks always|never|hintedOnly]] [--seeds N] [--seed FIRST] [--jobs N] \
  [--synchronous full|normal] [--forget-syncs] [--trust-cache] [--compare] [--log]
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

let nodes = SeedRun(options) { seed, log in
  let report = NodesSimulation(seed: seed, settings: options.nodes ?? NodesSimulation.Settings(), log: log).run()
  return (report.violation, 0, report.figures)
}

let server = SeedRun(options) { seed, log in
  let report =
    options.compares
    ? Simulation.comparison(seed: seed, log: log) : Simulation(seed: seed, settings: options.settings, log: log).run()
  return (report.violation, report.hash, report.figures)
}

exit(options.nodes == nil ? server.run() : nodes.run())
