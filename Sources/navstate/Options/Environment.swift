import Glibc

/// The environment variables that the program reads.
enum Environment {
  static var variables: [String: String] {
    let names = Option.all.map(\.variable) + ["NAVSTATE_ADMIN_TOKEN", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
  }
}
