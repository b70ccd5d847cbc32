/// Why the server cannot listen. Each case says what would help.
package enum ServerError: Error, Equatable, Sendable {
  case portInUse(host: String, port: UInt16)
  case addressNotAvailable(host: String)
  case unknownHost(host: String, reason: String)
  case permissionDenied(host: String, port: UInt16)
  /// A system call that has no reason to fail did.
  case system(call: String, code: Int32, reason: String)
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portInUse(let host, let port):
      "port \(port) on \(host) is in use by another process: stop that one, or choose another with --port (0 takes a free one)"
    case .addressNotAvailable(let host):
      "\(host) is no address of this machine: choose one that `ip address` shows, 127.0.0.1, or 0.0.0.0 for all, with --host"
    case .unknownHost(let host, let reason):
      "the host \"\(host)\" cannot be resolved (\(reason)): give an IP address or a name that resolves with --host"
    case .permissionDenied(let host, let port):
      "no permission to listen on port \(port) on \(host): choose a port from 1024 up with --port"
    case .system(let call, let code, let reason):
      "\(call) failed: \(reason) (errno \(code))"
    }
  }
}
