/// An entity tag (RFC 9110 §8.8.3), without its quotes.
package struct EntityTag: Sendable, Equatable {
  /// The opaque part, without quotes.
  package let opaque: ArraySlice<UInt8>
  /// Whether the tag is weak, `W/"…"`.
  package let isWeak: Bool

  /// Creates a tag; `opaque` without quotes.
  package init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = Array(opaque.utf8)[...]
    self.isWeak = isWeak
  }

  fileprivate init?(_ scanner: inout FieldScanner) {
    isWeak = scanner.take("W")
    guard !isWeak || scanner.take("/"), scanner.take("\"") else { return nil }
    // etagc has no escapes: a backslash is an ordinary character.
    opaque = scanner.take { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
    guard scanner.take("\"") else { return nil }
  }
}

/// The condition of If-Match or If-None-Match (RFC 9110 §13.1).
package enum EntityTagCondition: Sendable, Equatable {
  /// `*`: any current representation.
  case any
  case oneOf([EntityTag])

  /// The strong comparison of If-Match: a weak tag never matches.
  package func matchesStrongly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): !tag.isWeak && tags.contains(tag)
    }
  }

  /// The weak comparison of If-None-Match: only the opaque parts are compared.
  package func matchesWeakly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): tags.contains { $0.opaque == tag.opaque }
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
        if scanner.take("*") {
          isAny = true
        } else if let tag = EntityTag(&scanner) {
          tags.append(tag)
        } else if scanner.next != UInt8(ascii: ",") {
          break
        }
        scanner.skipWhitespace()
      } while scanner.take(",")
      guard scanner.isAtEnd else { throw unreadable(name, head[line.value]) }
    }
    guard isThere else { return nil }
    guard isAny != !tags.isEmpty else { throw unreadable(name, value(of: field) ?? []) }
    return isAny ? .any : .oneOf(tags)
  }

  private func unreadable(_ name: String, _ value: ArraySlice<UInt8>) -> RequestError {
    .malformed("\(name) is \(Excerpt.of(value)); send \"*\" or quoted entity tags, such as \(name): \"7\".")
  }
}
