/// An entity tag (RFC 9110 §8.8.3), without its quotes.
package struct EntityTag: Sendable, Equatable {
  package let opaque: ArraySlice<UInt8>
  package let isWeak: Bool

  package init(_ opaque: String, isWeak: Bool = false) {
    self.opaque = Array(opaque.utf8)[...]
    self.isWeak = isWeak
  }

  fileprivate init?(_ scanner: inout FieldScanner) {
    isWeak = scanner.take("W")
    guard !isWeak || scanner.take("/"), scanner.take("\"") else { return nil }
    // etagc: no escapes, so a backslash is one of them.
    opaque = scanner.take { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
    guard scanner.take("\"") else { return nil }
  }
}

/// What If-Match and If-None-Match ask for (RFC 9110 §13.1).
package enum EntityTagCondition: Sendable, Equatable {
  /// `*`: whatever is there.
  case any
  case oneOf([EntityTag])

  /// For If-Match: a weak tag is never equal.
  package func matchesStrongly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): !tag.isWeak && tags.contains(tag)
    }
  }

  /// For If-None-Match: weak or not, only the opaque part counts.
  package func matchesWeakly(_ tag: EntityTag) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let tags): tags.contains { $0.opaque == tag.opaque }
    }
  }
}

extension Request {
  package func ifMatch() throws(RequestError) -> EntityTagCondition? {
    try condition("if-match", name: "If-Match")
  }

  package func ifNoneMatch() throws(RequestError) -> EntityTagCondition? {
    try condition("if-none-match", name: "If-None-Match")
  }

  /// A condition that cannot be read must not be taken for met, nor for absent: the client meant one.
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
