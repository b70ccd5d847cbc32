/// Preferences (RFC 7240). They are optional, so invalid ones are ignored.
extension Request {
  /// The value of the first preference of that name; an empty string if it has no value.
  package func preference(_ lowercaseName: StaticString) -> String? {
    for member in values(of: "prefer") {
      var scanner = FieldScanner(member)
      guard let name = scanner.token(), name.matches(lowercaseName) else { continue }
      scanner.skipWhitespace()
      guard scanner.scan("=") else { return "" }
      scanner.skipWhitespace()
      return scanner.word()
    }
    return nil
  }

  /// The value of a parameter of the first preference of that name, such as `until` in `wait=5; until=shown`.
  package func preference(_ lowercaseName: StaticString, parameter: String) -> String? {
    for member in values(of: "prefer") {
      var scanner = FieldScanner(member)
      guard let name = scanner.token(), name.matches(lowercaseName) else { continue }
      scanner.skipWhitespace()
      if scanner.scan("=") {
        scanner.skipWhitespace()
        guard scanner.word() != nil else { return nil }
      }
      return scanner.parameters()?.first { $0.name == parameter }?.value
    }
    return nil
  }
}
