import AppDefinitions
import Glibc

/// The environment variables that the program reads.
enum Environment {
  private static let prefix = "NAVSTATE_"
  private static let known = Option.all.map(\.variable) + ["NAVSTATE_ADMIN_TOKEN", "NAVSTATE_TOKEN"]
  private static let others = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]

  /// The variables of the process that the program reads, and all others with its prefix.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if name.hasPrefix(prefix) || others.contains(name) { variables[name] = parts.count == 2 ? String(parts[1]) : "" }
      next += 1
    }
    return variables
  }

  /// Refuses a misspelt variable. One that resembles none is ignored: other programs may use the prefix, and
  /// Kubernetes does for a service of that name.
  static func check(_ variables: [String: String]) throws(UsageError) {
    let names = known.map { String($0.dropFirst(prefix.count)) }
    for variable in variables.keys.sorted() where variable.hasPrefix(prefix) && !known.contains(variable) {
      let name = String(variable.dropFirst(prefix.count))
      guard let meant = Suggestions.nearest(to: name, among: names) else { continue }
      throw UsageError("unknown environment variable \(variable); did you mean \(prefix)\(meant)?")
    }
  }
}
