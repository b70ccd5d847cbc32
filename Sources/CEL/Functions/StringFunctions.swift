/// Tests and conversions of whole strings.
enum StringFunctions {
  static let all: [Function] = [
    test("startsWith") { $0.starts(with: $1) },
    test("endsWith") { $0.suffix($1.count).elementsEqual($1) && $0.count >= $1.count },
    test("contains") { StringSearch.find($1, in: $0, from: 0) != nil },
    .member("matches", .init(.string, .string, result: .bool), body: .two(matches)),
    .global("matches", .init(.string, .string, result: .bool), body: .two(matches)),
    change("lowerAscii") { String(decoding: $0.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self) },
    change("upperAscii") { String(decoding: $0.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }, as: UTF8.self) },
    change("trim", trimmed),
    change("reverse", passes: 4) { String(String.UnicodeScalarView($0.unicodeScalars.reversed())) },
    .global("strings.quote", .init(.string, result: .string), body: .one(quote)),
    .global(
      "url.encode", .init(.string, result: .string),
      body: .one { value, budget throws(EvaluationError) in
        guard case .string(let text) = value else { throw .noOverload("url.encode", value) }
        try budget.spend(characters: 4 * text.utf8.count)
        return .string(text.percentEncoded)
      }),
    .member(
      "join", .init(.list(.dynamic), result: .string),
      body: .one { list, budget throws(EvaluationError) in
        try join(list, .string(""), &budget)
      }),
    .member("join", .init(.list(.dynamic), .string, result: .string), body: .two(join)),
  ]

  private static func test(
    _ name: String, _ holds: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Function {
    .member(
      name, .init(.string, .string, result: .bool),
      body: .two { one, other, budget throws(EvaluationError) in
        guard case .string(var text) = one, case .string(var part) = other else { throw .noOverload(name, one, other) }
        try budget.spend(characters: text.utf8.count)
        return .bool(text.withUTF8 { text in part.withUTF8 { part in holds(text, part) } })
      })
  }

  /// - Parameter passes: The number of times that the characters are read or written.
  private static func change(
    _ name: String, passes: Int = 1, _ changed: @escaping @Sendable (String) -> String
  ) -> Function {
    .member(
      name, .init(.string, result: .string),
      body: .one { value, budget throws(EvaluationError) in
        guard case .string(let text) = value else { throw .noOverload(name, value) }
        try budget.spend(characters: passes * text.utf8.count)
        return .string(changed(text))
      })
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
  }

  private static func join(
    _ value: CELValue, _ separator: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .list(let list) = value, case .string(let separator) = separator else {
      throw .noOverload("join", value, separator)
    }
    var text = ""
    for index in 0..<list.count {
      guard case .string(let part) = list[index] else { throw .noOverload("join", list[index]) }
      try budget.spend(1 + (part.utf8.count + separator.utf8.count) / 64)
      text += index == 0 ? part : separator + part
    }
    return .string(text)
  }

  /// Puts a string in quotes, with escapes for the characters that a literal cannot have.
  private static func quote(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    guard case .string(let text) = value else { throw .noOverload("strings.quote", value) }
    try budget.spend(characters: 4 * text.utf8.count)
    return .string("\"" + text.unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) } + "\"")
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\u{7}": "\\a", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{B}": "\\v",
    "\\": "\\\\", "\"": "\\\"",
  ]
}

// Regular expressions.
extension StringFunctions {
  /// Matches with an expression that is not known before.
  private static func matches(
    _ value: CELValue, _ pattern: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string = value, case .string(let pattern) = pattern else {
      throw .noOverload("matches", value, pattern)
    }
    return .bool(try matches(value, try RegularExpression(pattern, &budget), &budget))
  }

  static func matches(
    _ value: CELValue, _ expression: RegularExpression, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    guard case .string(let text) = value else { throw .noOverload("matches", value) }
    try budget.spend()
    return try expression.matches(text, &budget)
  }
}

extension String {
  /// The string with all bytes percent-encoded but unreserved ones (RFC 3986 §2.3).
  var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
