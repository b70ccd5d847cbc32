/// An error that prevents the server from listening. The description of each case says what would help.
package enum ServerError: Error, Equatable, Sendable {
  case portInUse(host: String, port: UInt16)
  case addressNotAvailable(host: String)
  case unknownHost(host: String, reason: String)
  case permissionDenied(host: String, port: UInt16)
  /// An inherited descriptor is not of a listening TCP socket.
  case notListening(Int32)
  /// A system call failed unexpectedly.
  case system(call: String, code: Int32, reason: String)
}

extension ServerError: CustomStringConvertible {
  /// The error with its remedy, in one line.
  package var description: String {
    switch self {
    case .portInUse(let host, let port):
      "port \(port) on \(host) is in use by another process: stop it, or set --port to another (0: a free one)"
    case .addressNotAvailable(let host):
      "\(host) is not an address of this machine: set --host to one that `ip address` shows, or to 0.0.0.0 for all"
    case .unknownHost(let host, let reason):
      "the host \"\(host)\" cannot be resolved (\(reason)): set --host to an IP address or a name that resolves"
    case .permissionDenied(let host, let port):
      "no permission to listen on port \(port) on \(host): set --port to 1024 or higher"
    case .notListening(let socket):
      "descriptor \(socket) is not a listening TCP socket: use ListenStream= with a port"
    case .system(let call, let code, let reason):
      "\(call) failed: \(reason) (errno \(code))"
    }
  }
}
