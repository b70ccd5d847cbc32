import Glibc

/// Listening sockets that the service manager has opened: `sd_listen_fds(3)` without its library. They stay open while the
/// server restarts, so that no connection is refused.
enum SocketActivation {
  /// The first descriptor: SD_LISTEN_FDS_START.
  private static let first: Int32 = 3

  /// The descriptors; empty if there are none, or if they are for another process: "$LISTEN_PID must match the daemon PID".
  static func sockets(_ environment: [String: String]) -> [Int32] {
    guard environment["LISTEN_PID"] == String(getpid()), let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
      (1...64).contains(count)
    else { return [] }
    return Array(first..<first + count)
  }
}
