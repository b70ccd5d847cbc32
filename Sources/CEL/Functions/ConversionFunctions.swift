/// Conversions between types, and `size`.
enum ConversionFunctions {
  static let all: [Function] = [
    .global("size", .init(.dynamic, result: .int), body: .one(size)),
    .member("size", .init(.dynamic, result: .int), body: .one(size)),
    .global("type", .init(.dynamic, result: .type), body: .one { value, _ in .type(value.kind) }),
    .global("dyn", .init(.dynamic, result: .dynamic), body: .one { value, _ in value }),
    .global(
      "int", .init(.number, result: .int), .init(.string, result: .int), .init(.timestamp, result: .int),
      body: .one(int)),
    .global("double", .init(.number, result: .double), .init(.string, result: .double), body: .one(double)),
    .global(
      "string", .init(.bool, result: .string), .init(.number, result: .string), .init(.string, result: .string),
      .init(.timestamp, result: .string), .init(.duration, result: .string), body: .one(string)),
    .global("bool", .init(.bool, result: .bool), .init(.string, result: .bool), body: .one(bool)),
    .global(
      "timestamp", .init(.string, result: .timestamp), .init(.number, result: .timestamp),
      .init(.timestamp, result: .timestamp), body: .one(timestamp)),
    .global(
      "duration", .init(.string, result: .duration), .init(.duration, result: .duration), body: .one(duration)),
  ]

  private static func size(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .string(let string):
      try budget.spend(bytes: string.utf8.count)
      return .int(Int64(string.unicodeScalars.count))
    case .list(let list): return .int(Int64(list.count))
    case .map(let map): return .int(Int64(map.count))
    default: throw .noOverload("size", value)
    }
  }

  private static func int(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .int: return value
    case .double(let double):
      guard double > -0x1p63, double < 0x1p63 else { throw EvaluationError(.outOfRange("the integer")) }
      return .int(Int64(double))
    case .string(let string):
      // Leading zeros may be many.
      try budget.spend(characters: string.utf8.count)
      guard let integer = Int64(string) else { throw .badArgument("the string is not an integer of 64 bits") }
      return .int(integer)
    case .timestamp(let time): return .int(time.seconds)
    default: throw .noOverload("int", value)
    }
  }

  private static func double(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .double: return value
    case .int(let integer): return .double(Double(integer))
    case .string(let string):
      try budget.spend(characters: string.utf8.count)
      guard let number = number(string) else { throw .badArgument("the string is not a number") }
      return .double(number)
    default: throw .noOverload("double", value)
    }
  }

  /// Parses a decimal number, `NaN`, `Infinity` or `-Infinity`.
  private static func number(_ text: String) -> Double? {
    switch text {
    case "NaN": return .nan
    case "Infinity", "+Infinity", "Inf", "+Inf": return .infinity
    case "-Infinity", "-Inf": return -.infinity
    default:
      // `Double` alone would accept hexadecimal numbers also, and other names of infinity and NaN.
      let isDecimal = text.utf8.allSatisfy {
        $0 &- UInt8(ascii: "0") < 10 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }
      guard isDecimal, let number = Double(text), number.isFinite else { return nil }
      return number
    }
  }

  private static func string(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .string: return value
    case .bool(let value): return .string(value ? "true" : "false")
    case .int(let value): return .string(String(value))
    case .double(let value): return .string(value.celText)
    case .timestamp(let value):
      try budget.spend(4)
      return .string(value.description)
    case .duration(let value):
      try budget.spend(2)
      return .string(value.description)
    default: throw .noOverload("string", value)
    }
  }

  private static func bool(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .bool: return value
    case .string("true"), .string("TRUE"), .string("True"), .string("t"), .string("1"): return .bool(true)
    case .string("false"), .string("FALSE"), .string("False"), .string("f"), .string("0"): return .bool(false)
    case .string: throw .badArgument("the string is not a bool; use true or false")
    default: throw .noOverload("bool", value)
    }
  }

  private static func timestamp(
    _ value: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    switch value {
    case .timestamp: return value
    case .int(let seconds):
      guard let time = CELTimestamp(seconds: seconds) else { throw EvaluationError(.outOfRange("the timestamp")) }
      return .timestamp(time)
    case .string(let text):
      try budget.spend(characters: text.utf8.count)
      guard let time = CELTimestamp(text) else {
        throw .badArgument("the string is not a time of RFC 3339 in the years 1 to 9999")
      }
      return .timestamp(time)
    default: throw .noOverload("timestamp", value)
    }
  }

  private static func duration(
    _ value: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    switch value {
    case .duration: return value
    case .string(let text):
      try budget.spend(4 + text.utf8.count)
      guard let duration = CELDuration(text) else {
        throw .badArgument("the string is not a duration such as 1h30m or 1.5s, or it exceeds 292 years")
      }
      return .duration(duration)
    default: throw .noOverload("duration", value)
    }
  }
}
