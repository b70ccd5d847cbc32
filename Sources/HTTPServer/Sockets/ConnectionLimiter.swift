import HTTP
import Synchronization

/// Limits the open connections of a server, in total and for each address, on all its loops.
final class ConnectionLimiter: Sendable {
  struct Permit: Sendable {
    /// The counted address; nil for an exempt one.
    fileprivate let peer: IPAddress?
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let exemptsLoopback: Bool
  private let proxies: TrustedProxies
  private let open = Atomic(0)
  private let addresses = Mutex<[IPAddress: Int]>([:])

  init(limits: HTTPServer.Limits, fileLimit: Int) {
    // Divided first: where the number of files is unlimited, the limit is `Int.max`.
    limit = limits.connections ?? min(10_000, fileLimit / 5 * 4)
    limitPerAddress = limits.connectionsPerAddress
    exemptsLoopback = limits.exemptsLoopback
    proxies = limits.trustedProxies
  }

  /// Counts a new connection, unless a limit is exceeded.
  func acquire(_ peer: IPAddress) -> Result<Permit, RequestError> {
    // Counted before the comparison: otherwise two loops could both take the last place.
    guard open.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
      open.wrappingSubtract(1, ordering: .relaxed)
      return .failure(.tooManyConnections("The server has reached its limit of \(limit) connections."))
    }
    if exemptsLoopback && peer.isLoopback || proxies.contains(peer) { return .success(Permit(peer: nil)) }
    let subscriber = peer.subscriber
    let isWithin = addresses.withLock { counts in
      guard counts[subscriber, default: 0] < limitPerAddress else { return false }
      counts[subscriber, default: 0] += 1
      return true
    }
    guard isWithin else {
      open.wrappingSubtract(1, ordering: .relaxed)
      return .failure(.tooManyConnections("Your address has reached its limit of \(limitPerAddress) connections."))
    }
    return .success(Permit(peer: subscriber))
  }

  /// Uncounts a closed connection.
  func release(_ permit: Permit) {
    open.wrappingSubtract(1, ordering: .relaxed)
    guard let peer = permit.peer else { return }
    // An address without connections is removed, so that the table has no more entries than connections.
    addresses.withLock { $0[peer] = $0[peer].flatMap { $0 > 1 ? $0 - 1 : nil } }
  }
}

extension RequestError {
  fileprivate static func tooManyConnections(_ limit: String) -> RequestError {
    RequestError(
      status: 503, code: "too-many-connections",
      detail: "\(limit) Close one, or use one connection for many requests, and retry.")
  }
}
