/// A JSON value: the part of a session whose shape only its app knows.
///
/// Two values are equal when they say the same thing: members in any order, `1` as `1.0`, strings only byte for byte
/// (Swift's own `==` on strings takes a precomposed and a decomposed "é" for the same; RFC 8259 §8.3 does not).
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number. JSON has no infinity and no NaN: those are written as `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, also of a number that is one: 2 for `2.0`, nil for `2.5`.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): value.asInteger
    default: nil
    }
  }

  /// The number, also of an integer; beyond 2⁵³ the nearest one.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member of that name; nil also when the value is no object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// The element at that index; nil also when the value is no array or has fewer elements.
  public subscript(index: Int) -> JSONValue? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }
}

extension JSONValue {
  /// What the value is, as a message names it: "a string", "null".
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension Double {
  /// The integer that this number is; nil when it is none or does not fit.
  ///
  /// Not `Int64(exactly:)`, whose rounding would make every program that links this module link libm.
  var asInteger: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let integer = Int64(self)
    return Double(integer) == self ? integer : nil
  }
}
