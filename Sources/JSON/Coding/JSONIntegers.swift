extension JSONConvertible where Self: FixedWidthInteger & Codable {
  /// Returns the integer, also of a number such as `2.0`; throws when `json` is not an integer that fits.
  public init(json: JSONValue) throws {
    guard let value = json.integerValue.flatMap(Self.init(exactly:)) else {
      throw JSONMismatch(expected: "an integer from \(Self.min) to \(Self.max)", found: json)
    }
    self = value
  }

  /// The integer. Traps beyond 64 signed bits.
  public var json: JSONValue { .integer(Int64(self)) }
}

extension Int8: JSONConvertible {}
extension Int16: JSONConvertible {}
extension Int32: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Float: JSONConvertible {
  /// Returns the nearest number, also of an integer; throws when `json` is neither.
  public init(json: JSONValue) throws { self = Float(try Double(json: json)) }

  /// The number.
  public var json: JSONValue { .number(Double(self)) }
}
