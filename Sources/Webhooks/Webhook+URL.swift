extension Webhook {
  /// Checks for URLs that libcurl would accept: it allows other schemes, sends a user and password from the URL, and
  /// repairs malformed URLs. The address is checked when a connection is opened.
  static func check(url: String, _ faults: inout [WebhookFaults.Fault]) {
    guard let wrong = fault(in: url) else { return }
    let detail = "\(wrong); it is \(shown(url)). Send one such as https://example.com/hooks."
    faults.append(.init(member: .url, detail: detail))
  }

  static func fault(in url: String) -> String? {
    guard url.utf8.count <= longestURL else { return "The URL must have at most \(longestURL) bytes" }
    // RFC 3986 §2: everything else has to be percent-encoded.
    let excluded = Array("\"<>\\^`{|}".utf8)
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !excluded.contains($0) }) else {
      return "The URL must consist of visible ASCII characters, others percent-encoded"
    }
    guard let rest = afterScheme(url) else { return "The URL must begin with https:// or http://" }
    guard !rest.contains("#") else { return "The URL must not have a fragment, since it would not be sent" }
    // The path may be missing before the query, which ends the authority as well (RFC 3986 §3.2).
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { return "The URL must not have a user or password" }
    return isHostAndPort(authority) ? nil : "The URL must have a host, optionally with a port from 1 to 65535"
  }

  static func afterScheme(_ url: String) -> Substring? {
    guard let colon = url.firstIndex(of: ":"), ["http", "https"].contains(url[..<colon].lowercased()) else {
      return nil
    }
    let rest = url[url.index(after: colon)...]
    return rest.hasPrefix("//") ? rest.dropFirst(2) : nil
  }

  /// The host of a valid URL; an IPv6 address without brackets.
  static func host(of url: String) -> Substring? {
    guard let rest = afterScheme(url) else { return nil }
    let host = parts(of: rest.prefix { $0 != "/" && $0 != "?" }).host
    return host.hasPrefix("[") ? host.dropFirst().dropLast() : host
  }

  static func parts(of authority: Substring) -> (host: Substring, port: Substring?) {
    // An IPv6 address has brackets and contains colons (RFC 3986 §3.2.2).
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[end...].lastIndex(of: ":") else { return (authority, nil) }
    return (authority[..<colon], authority[authority.index(after: colon)...])
  }

  static func isHostAndPort(_ authority: Substring) -> Bool {
    let (host, port) = parts(of: authority)
    if let port {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
        (1...65_535).contains(number)
      else { return false }
    }
    if host.hasPrefix("[") {
      let inside = host.dropFirst().dropLast()
      return host.hasSuffix("]") && inside.contains(":")
        && inside.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || "-._~".contains($0) }
  }
}
