/// Writes declarations in Swift.
enum SwiftWriter {
  /// Returns a structure with a property for each field.
  ///
  /// - Parameters:
  ///   - depth: The number of types around it.
  ///   - header: Lines before the properties.
  ///   - nest: Adds nested types.
  static func structure(
    _ name: String, _ fields: [ClientField], depth: Int, header: [String] = [], text: String? = nil,
    nest: (inout SwiftScope) -> Void = { _ in }
  ) -> String {
    var (scope, members) = (SwiftScope(depth: depth + 1), SwiftNames(taken: ["CodingKeys"]))
    var (lines, keys) = (header, [(name: String, key: String)]())
    for field in fields {
      let member = members.member(field.name)
      keys.append((member, field.name))
      if let text = field.text { lines.append("/// \(text)") }
      lines.append("var \(SwiftNames.quoted(member)): \(scope.type(of: field))")
    }
    nest(&scope)
    let isPlain = keys.allSatisfy { $0.name == $0.key }
    let coding = isPlain ? [] : [block("enum CodingKeys: String, CodingKey", cases(keys), depth: depth + 1)]
    return block(
      "struct \(name): Codable, Hashable, Sendable", lines, coding + scope.declarations, depth: depth, text: text)
  }

  /// Returns an enumeration of strings.
  static func enumeration(_ name: String, _ values: [String], depth: Int) -> String {
    var names = SwiftNames()
    return block(
      "enum \(name): String, Codable, Hashable, Sendable", cases(values.map { (names.member($0), $0) }), depth: depth)
  }

  private static func cases(_ keys: [(name: String, key: String)]) -> [String] {
    keys.map { name, key in "case \(SwiftNames.quoted(name))\(name == key ? "" : " = \(literal(key))")" }
  }

  /// Returns a declaration with lines and nested declarations between its braces.
  static func block(
    _ head: String, _ lines: [String], _ nested: [String] = [], depth: Int, text: String? = nil
  ) -> String {
    let space = String(repeating: "  ", count: depth)
    let comment = text.map { "\(space)/// \($0)\n" } ?? ""
    if lines.isEmpty, nested.isEmpty { return "\(comment)\(space)\(head) {}" }
    let own = lines.isEmpty ? [] : [lines.map { "\(space)  \($0)" }.joined(separator: "\n")]
    return "\(comment)\(space)\(head) {\n\((own + nested).joined(separator: "\n\n"))\n\(space)}"
  }

  /// Returns a string literal.
  static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      // An escaped backslash also begins no interpolation.
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
