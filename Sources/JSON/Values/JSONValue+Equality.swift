extension JSONValue: Hashable {
  /// Whether both mean the same: numbers by value (`1` equals `1.0`), strings by bytes, members in any order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    // NaN equals itself here: a state that contains NaN must equal itself.
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.integer(let left), .number(let right)): left == right.asInteger
    case (.number(let left), .integer(let right)): left.asInteger == right
    case (.string(let left), .string(let right)): left.isIdentical(to: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.raw(let left), .raw(let right)): left.isEqual(to: right)
    case (.raw(let raw), .array(let elements)), (.array(let elements), .raw(let raw)): raw.isEqual(to: elements)
    default: false
    }
  }

  /// Hashes equal values equally: `1` as `1.0`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value): Self.hash(value, into: &hasher)
    case .string(let value): ExactString(value).hash(into: &hasher)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    case .raw(let raw): hasher.combine(raw.parsed)
    }
  }

  /// Hashes a number with an integral value as that integer, since the two are equal.
  private static func hash(_ number: Double, into hasher: inout Hasher) {
    if let integer = number.asInteger { return hasher.combine(integer) }
    hasher.combine(number.isNaN ? .nan : number)
  }
}

extension JSONValue {
  /// Whether both are scalars that are written as the same text. Numbers with fractions count as different.
  func isSameScalar(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)): left.isIdentical(to: right)
    default: false
    }
  }
}
