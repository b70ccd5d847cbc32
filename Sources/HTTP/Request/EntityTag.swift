/// An entity tag (RFC 9110 §8.8.3), without its quotes. Weak tags are not distinguished: a proxy that compresses weakens
/// the tags of responses, and a tag names a revision or a file, not the bytes of a response.
package struct EntityTag: Sendable, Equatable {
  /// The opaque part, without quotes.
  package let opaque: ArraySlice<UInt8>

  /// Creates a tag; `opaque` without quotes.
  package init(_ opaque: String) {
    self.opaque = Array(opaque.utf8)[...]
  }

  fileprivate init?(_ scanner: inout FieldScanner) {
    let isWeak = scanner.scan("W")
    guard !isWeak || scanner.scan("/"), scanner.scan("\"") else { return nil }
    // etagc has no escapes: a backslash is an ordinary character.
    opaque = Self.withoutCoding(scanner.scan { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F })
    guard scanner.scan("\"") else { return nil }
  }

  /// Removes what a proxy that compresses appends to a tag of the server, whose own tags have no `-` and no `;`: `-gzip`,
  /// `--gzip`, `;gzip` (Apache, Jetty, Caddy).
  private static func withoutCoding(_ opaque: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = opaque.firstIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ";") }) else {
      return opaque
    }
    let coding = opaque[end...].drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ";") }
    return codings.contains { coding.elementsEqual($0.utf8) } ? opaque[..<end] : opaque
  }

  private static let codings = ["gzip", "br", "zstd", "deflate"]
}

/// The condition of If-Match or If-None-Match (RFC 9110 §13.1).
package enum EntityTagCondition: Sendable, Equatable {
  /// `*`: any current representation.
  case any
  case oneOf([EntityTag])

  /// Compares the opaque parts.
  package func matches(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): tags.contains(tag)
    }
  }
}

extension Request {
  /// The condition of If-Match; nil without the field.
  package func ifMatch() throws(RequestError) -> EntityTagCondition? {
    try condition("if-match", name: "If-Match")
  }

  /// The condition of If-None-Match; nil without the field.
  package func ifNoneMatch() throws(RequestError) -> EntityTagCondition? {
    try condition("if-none-match", name: "If-None-Match")
  }

  /// An invalid condition must count neither as met nor as absent, so it is an error.
  private func condition(_ field: StaticString, name: String) throws(RequestError) -> EntityTagCondition? {
    var (isThere, isAny, tags) = (false, false, [EntityTag]())
    let bytes = head.span
    for line in fields where bytes.matches(field, in: line.name) {
      isThere = true
      var scanner = FieldScanner(head[line.value])
      repeat {
        scanner.skipWhitespace()
        if scanner.isAtEnd { break }
        if scanner.scan("*") {
          isAny = true
        } else if let tag = EntityTag(&scanner) {
          tags.append(tag)
        } else if scanner.next != UInt8(ascii: ",") {
          break
        }
        scanner.skipWhitespace()
      } while scanner.scan(",")
      guard scanner.isAtEnd else { throw unreadable(name, head[line.value]) }
    }
    guard isThere else { return nil }
    // `*` stands alone (RFC 9110 §13.1.1). A field without any tag is taken for a mistake.
    guard isAny != !tags.isEmpty else { throw unreadable(name, value(of: field) ?? []) }
    return isAny ? .any : .oneOf(tags)
  }

  private func unreadable(_ name: String, _ value: ArraySlice<UInt8>) -> RequestError {
    .malformed("\(name) is \(Excerpt.of(value)); send \"*\" or quoted entity tags, such as \(name): \"7\".")
  }
}
