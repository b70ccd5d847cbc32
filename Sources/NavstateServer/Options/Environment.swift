import Glibc
import JSON

/// The environment variables that the program reads.
enum Environment {
  private static let prefix = "NAVSTATE_"
  private static let known = Option.all.map(\.variable) + ["NAVSTATE_ADMIN_TOKEN", "NAVSTATE_TOKEN"]
  private static let others = [
    "JOURNAL_STREAM", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
  ]

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

  /// The variables, and those that the configuration file of the Debian package adds. The file has the form of
  /// `EnvironmentFile` (systemd.exec(5)).
  ///
  /// - Parameter path: The file. A missing one is ignored: the program may run without the package.
  static func packaged(
    _ variables: [String: String], file path: String = "/etc/default/navstate"
  ) throws(UsageError) -> [String: String] {
    guard access(path, R_OK) == 0 else { return variables }
    let lines = String(decoding: try File.read(path), as: UTF8.self).split(whereSeparator: \.isNewline)
    let entries = lines.compactMap { line -> (String, String)? in
      let parts = line.drop(while: \.isWhitespace).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].hasPrefix(prefix) else { return nil }
      return (String(parts[0]), parts[1].trimmingQuotes)
    }
    return variables.merging(entries) { given, _ in given }
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

extension Substring {
  /// The text without white space around it, and without a pair of quotes.
  fileprivate var trimmingQuotes: String {
    let text = drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    let value = end.map { text[...$0] } ?? ""
    guard value.count >= 2, let quote = value.first, "'\"".contains(quote), value.last == quote else {
      return String(value)
    }
    return String(value.dropFirst().dropLast())
  }
}
