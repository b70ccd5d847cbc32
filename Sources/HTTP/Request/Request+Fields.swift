/// Fields by name. Names are passed in lower case and compared bytewise, without creating a String.
extension Request {
  /// The value of the first field of that name, without surrounding whitespace.
  package func value(of lowercaseName: StaticString) -> ArraySlice<UInt8>? {
    guard fieldNames.mayContain(lowercaseName) else { return nil }
    let bytes = head.span
    for field in fields where bytes.matches(lowercaseName, in: field.name) { return head[field.value] }
    return nil
  }

  /// The value of the first field of that name as text; bytes that are not UTF-8 are replaced.
  package func text(of lowercaseName: StaticString) -> String? {
    value(of: lowercaseName).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of fields of that name.
  package func count(of lowercaseName: StaticString) -> Int {
    guard fieldNames.mayContain(lowercaseName) else { return 0 }
    let bytes = head.span
    var count = 0
    for field in fields where bytes.matches(lowercaseName, in: field.name) { count += 1 }
    return count
  }

  /// The members of a list field, from all of its lines in order (RFC 9110 §5.6.1).
  package func values(of lowercaseName: StaticString) -> FieldMembers {
    FieldMembers(of: lowercaseName, in: self)
  }

  /// The method as it was sent, even if it is `other`.
  package var methodText: String {
    String(decoding: head.prefix { $0 != .space }, as: UTF8.self)
  }

  /// `host[:port]` as it was sent; nil for a 1.0 request without it.
  package var authorityText: String? {
    authority.isEmpty ? nil : String(decoding: head[authority], as: UTF8.self)
  }
}
