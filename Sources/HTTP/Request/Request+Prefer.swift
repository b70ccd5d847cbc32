/// Preferences (RFC 7240). They bind nobody: what cannot be read is ignored.
extension Request {
  /// The value of the first preference of that name; empty when it has none.
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
