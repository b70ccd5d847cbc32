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
