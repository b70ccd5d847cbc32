/// Preferences (RFC 7240). They are optional, so invalid ones are ignored.
extension Request {
  /// The value of the first preference of that name; an empty string if it has no value.
  package func preference(_ lowercaseName: StaticString) -> String? {
    for member in values(of: "prefer") {
      var scanner = FieldScanner(member)
      guard let name = scanner.token(), name.matches(lowercaseName) else { continue }
      scanner.skipWhitespace()
      guard scanner.take("=") else { return "" }
      scanner.skipWhitespace()
      return scanner.word()
    }
    return nil
  }
}
