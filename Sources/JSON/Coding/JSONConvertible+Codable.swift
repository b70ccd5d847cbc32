/// Conversion of types that conform to `Codable` as well, whose conversion the compiler synthesises:
///
/// ```swift
/// struct Cart: Codable, JSONConvertible {
///   var items: [String]
///   var note: String?
/// }
///
/// Cart(items: ["Milk"], note: nil).json  // {"items":["Milk"]}
/// ```
///
/// A nil property is omitted. An absent member and `null` are read as nil.
extension JSONConvertible where Self: Decodable {
  /// Creates a value from its JSON form.
  ///
  /// - Throws: `JSONMismatch` for a missing member, an unknown one, or one of another type, with its place.
  public init(json: JSONValue) throws {
    self = try json.decoded()
  }

  /// The schema that is derived from the properties; nil when it cannot be derived (``JSONDescribed``).
  public static var jsonSchema: JSONValue? { JSONSchema.derived(from: Self.self) }
}

extension JSONConvertible where Self: Encodable {
  /// The JSON form of the value. Traps when its own `encode(to:)` throws an error.
  public var json: JSONValue { .converted(self) }
}

extension JSONValue {
  /// Creates the JSON form of a value. The members of an object have the order in which they are encoded.
  ///
  /// - Throws: The errors of the value's `encode(to:)`; `EncodingError` for an unsigned integer beyond 64 signed bits.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder()
    try value.encode(to: encoder)
    self = encoder.json(of: value)
  }

  /// Converts the value to a type.
  ///
  /// - Throws: `JSONMismatch` for a missing member, an unknown one, or one of another type, with its place.
  public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
    try JSONValueDecoder(self).decode(type)
  }

  /// Returns the JSON form of a value of an app, whose conversion must not fail.
  package static func converted(_ value: some Encodable) -> JSONValue {
    do {
      return try JSONValue(encoding: value)
    } catch {
      preconditionFailure("\(type(of: value)) has no JSON form: \(error)")
    }
  }
}
