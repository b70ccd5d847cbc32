import JSON

/// The parts of a URL that links use: the segments of its path, and the members of its query.
struct LinkAddress {
  let segments: [LinkText]
  let query: [(name: String, value: Value)]

  enum Value {
    case text(LinkText)
    /// The values of a name that occurs more than once.
    case texts([String])
    /// A name without `=`.
    case flag
  }

  static let maximumSegments = 256

  /// - Returns: nil when the decoded URL is not UTF-8, or has more segments than any link.
  init?(_ url: String) {
    var rest = Substring(url).prefix { $0 != "#" }
    rest = Self.path(of: rest)
    let path = rest.prefix { $0 != "?" }
    // One part above the limit shows the excess, without splitting all of a long URL.
    let parts = path.split(separator: "/", maxSplits: Self.maximumSegments)
    let segments = parts.compactMap { Self.decode($0, plusIsSpace: false) }
    guard parts.count <= Self.maximumSegments, segments.count == parts.count,
      let query = Self.query(rest[path.endIndex...].dropFirst())
    else { return nil }
    self.segments = segments.map { LinkText($0) }
    self.query = query
  }

  /// Removes scheme and host. Only http and https have a host (RFC 9110 §4.2): in `shop://p/42`, `p` is the first
  /// segment, as is usual for schemes of apps.
  private static func path(of url: Substring) -> Substring {
    let scheme = url.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard scheme.first?.isLetter == true, url[scheme.endIndex...].hasPrefix("://") else { return url }
    let rest = url[scheme.endIndex...].dropFirst(3)
    // In other schemes the host is the first segment, as in `shop://orders/7`.
    guard ["http", "https"].contains(scheme.lowercased()) else { return rest }
    return rest.drop { $0 != "/" && $0 != "?" }
  }

  /// The members of a query, decoded as form data, in the order of their first occurrence.
  private static func query(_ text: Substring) -> [(name: String, value: Value)]? {
    var members: [(name: String, value: Value)] = []
    var positions: [String: Int] = [:]
    for pair in text.split(separator: "&") {
      let encoded = pair.prefix { $0 != "=" }
      guard let name = decode(encoded, plusIsSpace: true),
        let text = decode(pair[encoded.endIndex...].dropFirst(), plusIsSpace: true)
      else { return nil }
      if name.isEmpty { continue }
      if let position = positions[name] {
        members[position].value.append(text)
      } else {
        positions[name] = members.count
        members.append((name, encoded.endIndex == pair.endIndex ? .flag : .text(LinkText(text))))
      }
    }
    return members
  }

  /// Decodes percent-encoding (RFC 3986 §2.1).
  private static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.utf8.count)
    var rest = text.utf8
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
          return nil
        }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    // Percent-encoded bytes can be any; a link with invalid ones leads nowhere.
    return String(validating: decoded, as: UTF8.self)
  }
}

extension LinkAddress.Value {
  /// Adds a text in place. A query with a thousand members of one name would otherwise cost a thousand copies.
  fileprivate mutating func append(_ text: String) {
    var texts: [String]
    switch self {
    case .text(let text): texts = [text.string]
    case .texts(let former): texts = former
    case .flag: texts = [""]
    }
    // Emptied meanwhile, so that the texts are uniquely referenced and grow in place.
    self = .flag
    texts.append(text)
    self = .texts(texts)
  }

  /// The value without a declared type.
  var json: JSONValue {
    switch self {
    case .text(let text): .string(text.string)
    case .texts(let texts): .array(texts.map(JSONValue.string))
    case .flag: .null
    }
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
