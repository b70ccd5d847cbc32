/// Values as `format` writes them.
enum FormattedValue {
  /// Writes a value of any type: a list as `[1, a]`, a map as `{key: value}`, in the order of its keys.
  static func text(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> String {
    try budget.spend()
    switch value {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .int(let value): return String(value)
    case .double(let value): return value.celText
    case .string(let value):
      try budget.spend(characters: value.utf8.count)
      return value
    case .timestamp(let value):
      try budget.spend(4)
      return value.description
    case .duration(let value):
      try budget.spend(2)
      return value.description
    case .type(let kind): return kind.typeName
    case .list(let list):
      var parts: [String] = []
      for index in 0..<list.count { parts.append(try text(list[index], &budget)) }
      return "[\(parts.joined(separator: ", "))]"
    case .map(let map): return try text(map, &budget)
    }
  }

  private static func text(_ map: CELMap, _ budget: inout EvaluationBudget) throws(EvaluationError) -> String {
    try budget.spend(elements: 4 * map.count)
    let entries = (0..<map.count).map { map.entry(at: $0) }.sorted { $0.key.text < $1.key.text }
    var parts: [String] = []
    for entry in entries {
      parts.append("\(try text(entry.key.value, &budget)): \(try text(entry.value, &budget))")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  static func decimal(_ value: CELValue) throws(EvaluationError) -> String {
    switch value {
    case .int(let integer): return String(integer)
    case .double(let number): return number.celText
    default: throw wrong("d", "a number", value)
    }
  }

  static func double(
    _ value: CELValue, _ letter: Unicode.Scalar, _ precision: Int, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> String {
    let number: Double
    switch value {
    case .double(let value): number = value
    case .int(let value): number = Double(value)
    default: throw wrong(letter, "a number", value)
    }
    guard number.isFinite else { return number.celText }
    // All digits are computed, of which there are many in a number that is very large or close to 0.
    try budget.spend(4 + abs(Int(number.exponentBitPattern) - 1_023) / 8 + precision / 4)
    let decimal = ExactDecimal(number)
    return letter == "f" ? decimal.fixed(precision) : decimal.scientific(precision)
  }

  static func binary(_ value: CELValue) throws(EvaluationError) -> String {
    if case .bool(let value) = value { return value ? "1" : "0" }
    return try integer(value, "b", radix: 2)
  }

  static func integer(
    _ value: CELValue, _ letter: Unicode.Scalar, radix: Int
  ) throws(EvaluationError) -> String {
    guard case .int(let integer) = value else { throw wrong(letter, "an int", value) }
    return String(integer, radix: radix)
  }

  static func hexadecimal(
    _ value: CELValue, _ letter: Unicode.Scalar, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> String {
    let isUpper = letter == "X"
    switch value {
    case .int(let integer): return String(integer, radix: 16, uppercase: isUpper)
    case .string(let string):
      try budget.spend(characters: 4 * string.utf8.count)
      return string.utf8.reduce(into: "") {
        $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16, uppercase: isUpper)
      }
    default: throw wrong(letter, "an int or a string", value)
    }
  }

  private static func wrong(_ letter: Unicode.Scalar, _ expected: String, _ value: CELValue) -> EvaluationError {
    .badArgument("%\(letter) takes \(expected), not \(value.kind.rawValue)")
  }
}
