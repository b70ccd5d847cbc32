import Sessions

/// An issuer of JWTs, as the operator has set it.
package struct IssuerConfiguration: Sendable {
  package let rules: JWTRules
  package let source: KeySource

  package init(rules: JWTRules, source: KeySource) {
    self.rules = rules
    self.source = source
  }
}

/// The place of an issuer's keys.
package enum KeySource: Sendable {
  /// The content of a local file.
  case local(JSONWebKeySet)
  case url(String)
  /// The metadata of the issuer name the URL (OpenID Connect Discovery §4).
  case discovery(issuer: String)

  /// The URL that is asked first; nil for a local file.
  var address: String? {
    switch self {
    case .local: nil
    case .url(let url): url
    case .discovery(let issuer):
      (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }
  }

  /// Whether keys may be fetched from a URL: by https, or by http from the machine of the server.
  package static func mayFetch(_ url: String) -> Bool {
    if url.hasPrefix("https://"), url.utf8.count > 8 { return true }
    guard url.hasPrefix("http://") else { return false }
    let authority = url.dropFirst(7).prefix { !"/?#".contains($0) }
    let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }
}
