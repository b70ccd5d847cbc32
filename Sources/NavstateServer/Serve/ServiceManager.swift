import Glibc

/// The service manager that started this process and requested notifications: `sd_notify(3)` without its library.
///
/// "These functions send a single datagram with the state string as payload to the socket referenced in the
/// $NOTIFY_SOCKET environment variable. If the first character of $NOTIFY_SOCKET is "/" or "@", the string is understood
/// as an AF_UNIX or Linux abstract namespace socket (respectively)".
struct ServiceManager: Sendable {
  private let address: sockaddr_un
  private let addressLength: socklen_t
  /// The watchdog's interval in microseconds (`sd_watchdog_enabled(3)`); nil: no watchdog.
  let watchdog: UInt64?

  /// Returns nil if no notifications are requested.
  init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let isAbstract = first == UInt8(ascii: "@")
    // The last byte stays zero.
    guard isAbstract || first == UInt8(ascii: "/"), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if isAbstract { path[0] = 0 }
    }
    self.address = address
    // An abstract name is as long as the address says, and has no zero at its end (unix(7)).
    addressLength = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    let isMeant = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    watchdog = isMeant ? environment["WATCHDOG_USEC"].flatMap(UInt64.init).flatMap { $0 > 0 ? $0 : nil } : nil
  }

  enum State: String {
    /// The server accepts requests.
    case ready = "READY=1"
    case stopping = "STOPPING=1"
    /// All event loops respond.
    case watchdog = "WATCHDOG=1"
  }

  /// Sends a notification. A failure is ignored: the manager has ended, or will end this process.
  func notify(_ state: State) {
    let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return }
    defer { close(file) }
    let text = Array(state.rawValue.utf8)
    var address = address
    withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(file, text, text.count, Int32(MSG_NOSIGNAL), address, addressLength)
      }
    }
  }
}
