import Glibc
import SQLiteJournal
import Simulation

/// The options of the command line.
struct Options: Sendable {
  var seeds: UInt64 = 1_000
  var first: UInt64 = 1
  var jobs = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  var settings = Simulation.Settings()
  var logs = false
  /// Whether each seed runs over SQLite and in memory.
  var compares = false
  /// nil: one process on a simulated disk; otherwise several nodes on one database.
  var nodes: NodesSimulation.Settings?

  /// The options that choose the kind of simulation.
  var mode: String { nodes != nil ? "--nodes " : compares ? "--compare " : "" }

  /// Parses the arguments; nil: they are invalid.
  init?(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let name = arguments.next() {
      switch name {
      case "--seeds": guard let value = arguments.next().flatMap(UInt64.init) else { return nil }; seeds = value
      case "--seed": guard let value = arguments.next().flatMap(UInt64.init) else { return nil }; first = value
      case "--jobs": guard let value = arguments.next().flatMap(Int.init), value > 0 else { return nil }; jobs = value
      case "--synchronous":
        guard let value = arguments.next().flatMap({ Synchronous(rawValue: $0.uppercased()) }) else { return nil }
        settings.synchronous = value
      case "--forget-syncs": settings.forgetsSyncs = true
      case "--nodes": nodes = NodesSimulation.Settings()
      case "--no-comparison": nodes?.comparesTokens = false
      case "--checks":
        guard let value = arguments.next().flatMap(NodesSimulation.Checks.init) else { return nil }
        nodes?.checks = value
      case "--trust-cache": settings.trustsCache = true
      case "--compare": compares = true
      case "--log": logs = true
      default: return nil
      }
    }
    // The lines of parallel jobs would be mixed.
    if logs { jobs = 1 }
  }
}
