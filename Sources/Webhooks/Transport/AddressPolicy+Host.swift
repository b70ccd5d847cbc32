import Glibc

extension AddressPolicy {
  /// Whether the host of a URL can be allowed, as far as it is known without resolving it. Other names are checked when
  /// a connection is opened.
  ///
  /// - Parameter host: The host; an IPv6 address without brackets.
  func mayReach(_ host: Substring) -> Bool {
    if allowsPrivate { return true }
    // RFC 1034 §3.1: a trailing dot only marks a complete name.
    let name = (host.hasSuffix(".") ? host.dropLast() : host).lowercased()
    // RFC 6761 §6.3: these names are loopback, for libcurl as well.
    if name == "localhost" || name.hasSuffix(".localhost") { return false }
    return allows(literal: name) ?? true
  }

  /// Whether an address literal is allowed; nil for a name. Like libcurl, `getaddrinfo` accepts each form of an IPv4
  /// address that `inet_aton` does, such as `0x7f.1` and `2130706433`.
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
  /// Checks whether deliveries to the webhook can be sent at all.
  ///
  /// - Throws: `WebhookFaults` if its host is an address that is not allowed.
  package func check(_ webhook: Webhook) throws(WebhookFaults) {
    guard let host = Webhook.host(of: webhook.url), !options.transport.addresses.mayReach(host) else { return }
    let detail =
      "`\(host)` is a loopback, private or otherwise special address, which is not allowed. Use a public address, or "
      + "start the server with `--allow-private-webhooks yes`."
    throw WebhookFaults(faults: [.init(member: .url, detail: detail)])
  }
}
