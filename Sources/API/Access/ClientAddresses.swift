import HTTP

/// The addresses of clients, by which requests are limited.
///
/// Reports each peer that forwards an address and is not a trusted proxy: all clients behind it count as one, so a
/// single one of them can use up what is allowed to all.
final class ClientAddresses: Sendable {
  private let proxies: TrustedProxies
  private let untrusted: DistinctReporter

  init(_ proxies: TrustedProxies, log: RequestLog) {
    self.proxies = proxies
    untrusted = DistinctReporter(tell: log.tellProxy)
  }

  /// The peer's address, or the one that a trusted proxy forwards.
  func client(of request: Request, from peer: IPAddress) -> IPAddress {
    if !isProxy(peer), request.value(of: "x-forwarded-for") != nil || request.value(of: "forwarded") != nil {
      untrusted.report(peer.description)
    }
    return proxies.client(of: request, from: peer)
  }

  func isProxy(_ address: IPAddress) -> Bool { proxies.contains(address) }
}
