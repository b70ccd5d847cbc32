/// Names in the form of identifiers: ASCII letters, digits and underscores, not beginning with a digit.
enum Identifier {
  static func isValid(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !isDigit(first) else { return false }
    return name.unicodeScalars.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" }
  }

  /// Returns the words of a name, each with a capital letter: `BistroKiosk` for `bistro-kiosk`.
  static func capitalized(_ name: String) -> String {
    words(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Returns the words of a name, all but the first with a capital letter: `bistroKiosk` for `bistro-kiosk`.
  static func uncapitalized(_ name: String) -> String {
    let whole = capitalized(name)
    return whole.prefix(1).lowercased() + whole.dropFirst()
  }

  /// The parts of a name between the characters that no identifier has.
  private static func words(of name: String) -> [String] {
    name.unicodeScalars.split { !isLetter($0) && !isDigit($0) }.map { String($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
