/// Fields by name. Names are given in lower case and compared byte by byte, without making a String.
extension Request {
  /// The value of the first field of that name, without the whitespace around it.
  package func value(of lowercaseName: StaticString) -> ArraySlice<UInt8>? {
    let bytes = head.span
    for field in fields where bytes.matches(lowercaseName, in: field.name) { return head[field.value] }
    return nil
  }

  /// The same as text; bytes that are not UTF-8 are replaced.
  package func text(of lowercaseName: StaticString) -> String? {
    value(of: lowercaseName).map { String(decoding: $0, as: UTF8.self) }
  }

  package func count(of lowercaseName: StaticString) -> Int {
    let bytes = head.span
    var count = 0
    for field in fields where bytes.matches(lowercaseName, in: field.name) { count += 1 }
    return count
  }

  /// The members of a list field, of all lines with that name in their order (RFC 9110 §5.6.1).
  package func values(of lowercaseName: StaticString) -> FieldMembers {
    FieldMembers(of: lowercaseName, in: self)
  }

  /// The method as it was sent, also one that is `other`.
  package var methodText: String {
    String(decoding: head.prefix { $0 != .space }, as: UTF8.self)
  }

  /// `host[:port]`, as the client wrote it; nil where a 1.0 client did not.
  package var authorityText: String? {
    authority.isEmpty ? nil : String(decoding: head[authority], as: UTF8.self)
  }
}
