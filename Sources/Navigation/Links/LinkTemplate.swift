import JSON

/// The path of a route as a template, from which links are made: the inverse of matching.
///
/// Percent-encodes everything except unreserved characters (RFC 3986 §2.3).
final class LinkTemplate: Sendable {
  private enum Segment: Sendable {
    /// Percent-encoded, with a slash before it.
    case literal(String)
    case param(String, LinkPattern.Segment.Count)
  }

  private let segments: [Segment]
  private let initialParams: JSONObject
  /// The greatest length of a link in bytes. Browsers and proxies accept at least that.
  private static let maximumLength = 2_000

  /// - Returns: nil for a route without a path, and for a path with `*`, for which many links are equally right.
  init?(_ route: Route) {
    guard let path = route.path else { return nil }
    var segments: [Segment] = []
    for segment in path.segments {
      switch segment.kind {
      case .anything: return nil
      case .literal: segments.append(.literal("/" + Self.encoded(segment.text)))
      case .param(let name, _): segments.append(.param(name, segment.count))
      }
    }
    self.segments = segments
    initialParams = route.initialParams
  }

  /// The link with these params; nil when the values do not fit into a link. Whether it leads back to the route has to
  /// be checked: another route may match it first.
  func link(_ params: JSONObject) -> String? {
    var link = ""
    var inPath: Set<String> = []
    var omitsOptional = false
    for segment in segments {
      switch segment {
      case .literal(let text): link += text
      case .param(let name, let count):
        let isGiven = params[name].map { !$0.isNull } ?? false
        if count.least == 0, omitsOptional || !isGiven {
          // A later optional param would take its segment, so that it goes into the query.
          omitsOptional = true
          continue
        }
        guard let text = params[name].flatMap(Self.text), Self.append(text, count, to: &link) else { return nil }
        inPath.insert(name)
      }
      guard link.utf8.count <= Self.maximumLength else { return nil }
    }
    if link.isEmpty { link = "/" }
    guard appendQuery(params, except: inPath, to: &link), link.utf8.count <= Self.maximumLength else { return nil }
    return link
  }

  /// - Returns: false when the text cannot be in the path.
  private static func append(_ text: String, _ count: LinkPattern.Segment.Count, to link: inout String) -> Bool {
    guard !text.isEmpty else { return count == .any }
    guard text.utf8.count <= maximumLength else { return false }
    var parts = [text[...]]
    if count.most > 1 {
      let split = text.split(separator: "/", omittingEmptySubsequences: false)
      // An empty segment is ignored in a link. An encoded slash is not.
      if !split.contains(where: \.isEmpty) { parts = split }
    }
    // Clients resolve these segments before they send a link (RFC 3986 §5.2.4).
    guard !parts.contains(where: { $0 == "." || $0 == ".." }) else { return false }
    for part in parts { link += "/" + encoded(part) }
    return true
  }

  /// - Returns: false when a value cannot be in the query.
  private func appendQuery(_ params: JSONObject, except inPath: Set<String>, to link: inout String) -> Bool {
    var separator = "?"
    // A new screen has the initial values by itself.
    for (name, value) in params where !inPath.contains(name) && initialParams[name] != value {
      guard !name.isEmpty, let texts = Self.texts(value) else { return false }
      for text in texts {
        guard name.utf8.count + (text ?? "").utf8.count <= Self.maximumLength else { return false }
        link += separator + Self.encoded(name) + (text.map { "=" + Self.encoded($0) } ?? "")
        separator = "&"
      }
      guard link.utf8.count <= Self.maximumLength else { return false }
    }
    return true
  }

  /// The texts of a value in the query, nil for a name without `=`; nil when it has none.
  private static func texts(_ value: JSONValue) -> [String?]? {
    if value.isNull { return [nil] }
    guard case .array(let elements) = value else { return text(value).map { [$0] } }
    let texts = elements.compactMap(\.stringValue)
    return texts.isEmpty || texts.count < elements.count ? nil : texts
  }

  /// The text of a value in the path; nil when it has none.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer, .number, .bool: value.text
    case .null, .array, .object, .raw: nil
    }
  }

  private static func encoded(_ text: some StringProtocol) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
