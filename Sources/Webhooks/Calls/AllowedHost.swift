/// A host that calls may address, with all ports or with one.
package struct AllowedHost: Sendable, Equatable {
  /// In lower case; an IPv6 address without brackets.
  let host: String
  /// nil: all ports.
  let port: Int?

  /// Parses `HOST` or `HOST:PORT`; nil if it is neither.
  package init?(_ text: String) {
    guard !text.contains("/"), !text.contains("?"), let (host, port) = Self.parts(of: "http://\(text)")
    else { return nil }
    self.host = host
    // Only a port that was written restricts the host; `parts` returns the standard one otherwise.
    self.port = text.hasSuffix(":\(port)") ? port : nil
  }

  /// Whether the host of a URL is this one.
  func matches(_ url: String) -> Bool {
    guard let (host, port) = Self.parts(of: url) else { return false }
    return host == self.host && (self.port ?? port) == port
  }

  /// The host and the port of a URL; nil if the URL is malformed.
  private static func parts(of url: String) -> (host: String, port: Int)? {
    guard Webhook.fault(in: url) == nil, let host = Webhook.host(of: url), let rest = Webhook.afterScheme(url) else {
      return nil
    }
    let standard = url.lowercased().hasPrefix("https") ? 443 : 80
    let port = Webhook.parts(of: rest.prefix { $0 != "/" && $0 != "?" }).port
    // Host names do not depend on case (RFC 3986 §3.2.2).
    return (host.lowercased(), port.flatMap { Int($0) } ?? standard)
  }
}
