import Glibc

extension AddressPolicy {
  /// Whether the host of a URL may lead to an address that is allowed, as far as it can be told without resolving it: other
  /// names are checked when they are connected to.
  ///
  /// - Parameter host: An IPv6 address without its brackets.
  func mayReach(_ host: Substring) -> Bool {
    if allowsPrivate { return true }
    // RFC 1034 §3.1: a dot at the end only says that the name is complete.
    let name = (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    // RFC 6761 §6.3: these names are loopback, for libcurl too.
    if name == "localhost" || name.hasSuffix(".localhost") { return false }
    return allows(literal: name) ?? true
  }

  /// - Returns: nil when the text is a name. Like libcurl, `getaddrinfo` takes each spelling of an IPv4 address that `inet_aton`
  ///   does, such as `0x7f.1` and `2130706433`.
  private func allows(literal: String) -> Bool? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(literal, nil, &hints, &found) == 0, let first = found else { return nil }
    defer { freeaddrinfo(first) }
    return allows(first.pointee.ai_addr, length: Int(first.pointee.ai_addrlen))
  }
}

extension WebhookSender {
  /// - Throws: Why nothing can ever be sent to the webhook.
  package func check(_ webhook: Webhook) throws(WebhookFaults) {
    guard let host = Webhook.host(of: webhook.url), !options.transport.addresses.mayReach(host) else { return }
    let detail =
      "`\(host)` is a loopback, private or otherwise special address, to which nothing is sent. Give a public address, or start "
      + "the server with `--allow-private-webhooks yes`."
    throw WebhookFaults(faults: [.init(part: .url, detail: detail)])
  }
}
