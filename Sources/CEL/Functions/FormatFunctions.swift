/// `format`, which fills a text with values: `"%s has %d items".format([name, count])`.
enum FormatFunctions {
  static let all: [Function] = [
    .member("format", .init(.string, .list(.dynamic), result: .string), body: .two(format))
  ]

  private static func format(
    _ text: CELValue, _ arguments: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let pattern) = text, case .list(let values) = arguments else {
      throw .noOverload("format", text, arguments)
    }
    try budget.spend(characters: 4 * pattern.utf8.count)
    var formatter = Formatter(values: values)
    return .string(try formatter.format(pattern, &budget))
  }
}

/// Fills a text with values.
private struct Formatter {
  /// The greatest number of digits after the decimal point.
  private static let maximumPrecision = 100

  let values: CELList
  private var next = 0

  init(values: CELList) {
    self.values = values
  }

  mutating func format(
    _ pattern: String, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> String {
    var rest = pattern.unicodeScalars[...]
    var made = ""
    while let scalar = rest.popFirst() {
      if scalar != "%" {
        made.unicodeScalars.append(scalar)
      } else if rest.first == "%" {
        rest.removeFirst()
        made += "%"
      } else {
        let precision = try precision(&rest)
        let text = try clause(rest.popFirst(), precision, &budget)
        try budget.spend(1 + text.utf8.count / 16)
        made += text
      }
    }
    return made
  }

  /// Reads the digits after a point.
  private func precision(_ rest: inout Substring.UnicodeScalarView) throws(EvaluationError) -> Int? {
    guard rest.first == "." else { return nil }
    rest.removeFirst()
    let digits = rest.prefix { $0.isDigit }
    rest = rest[digits.endIndex...]
    guard let precision = Int(String(digits)), precision <= Self.maximumPrecision else {
      throw .badArgument("the precision of a format must be 0 to \(Self.maximumPrecision)")
    }
    return precision
  }

  private mutating func clause(
    _ letter: Unicode.Scalar?, _ precision: Int?, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> String {
    guard let letter else { throw .badArgument("the format ends after %; a percent sign itself is %%") }
    guard "sdfebxXo".unicodeScalars.contains(letter) else {
      throw .badArgument("unknown format %\(letter); use %s, %d, %f, %e, %b, %x, %X, %o or %%")
    }
    guard next < values.count else {
      throw .badArgument("the format needs more than the \(values.count) values of the list")
    }
    let value = values[next]
    next += 1
    switch letter {
    case "s": return try FormattedValue.text(value, &budget)
    case "d": return try FormattedValue.decimal(value)
    case "f": return try FormattedValue.double(value, letter, precision ?? 6, &budget)
    case "e": return try FormattedValue.double(value, letter, precision ?? 6, &budget)
    case "b": return try FormattedValue.binary(value)
    case "o": return try FormattedValue.integer(value, letter, radix: 8)
    default: return try FormattedValue.hexadecimal(value, letter, &budget)
    }
  }
}
