/// A type of the standard library, or of JSON, with its schema.
protocol SchemaDescribed {
  /// Returns the schema and some value.
  ///
  /// - Parameter open: The types that contain this one.
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Self)
}

extension JSONSchema {
  /// The schema of a part; `{}` when it cannot be derived.
  static func part<T>(_ type: T.Type, in open: [ObjectIdentifier]) -> JSONValue {
    (type as? any Decodable.Type).flatMap { schema(of: $0, in: open) } ?? [:]
  }

  private static func schema<T: Decodable>(of type: T.Type, in open: [ObjectIdentifier]) -> JSONValue? {
    do {
      return try describe(type, in: open).schema
    } catch {
      return nil
    }
  }
}

extension Bool: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Bool) { (["type": "boolean"], false) }
}

extension String: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: String) { (["type": "string"], "") }
}

extension Double: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Double) { (["type": "number"], 0) }
}

extension Float: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Float) { (["type": "number"], 0) }
}

extension SchemaDescribed where Self: FixedWidthInteger {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Self) {
    var schema: JSONObject = ["type": "integer"]
    if bitWidth < 64 || !isSigned { schema["minimum"] = .integer(Int64(min)) }
    if bitWidth < 64 { schema["maximum"] = .integer(Int64(max)) }
    return (.object(schema), 0)
  }
}

extension Int: SchemaDescribed {}
extension Int8: SchemaDescribed {}
extension Int16: SchemaDescribed {}
extension Int32: SchemaDescribed {}
extension Int64: SchemaDescribed {}
extension UInt: SchemaDescribed {}
extension UInt8: SchemaDescribed {}
extension UInt16: SchemaDescribed {}
extension UInt32: SchemaDescribed {}
extension UInt64: SchemaDescribed {}

extension Optional: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Wrapped?) {
    (["anyOf": [JSONSchema.part(Wrapped.self, in: open), ["type": "null"]]], nil)
  }
}

extension Array: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: [Element]) {
    (["type": "array", "items": JSONSchema.part(Element.self, in: open)], [])
  }
}

extension Set: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: Set<Element>) {
    (["type": "array", "items": JSONSchema.part(Element.self, in: open), "uniqueItems": true], [])
  }
}

extension Dictionary: SchemaDescribed {
  static func describe(in open: [ObjectIdentifier]) -> (schema: JSONValue, value: [Key: Value]) {
    guard Key.self is String.Type else { return ([:], [:]) }
    return (["type": "object", "additionalProperties": JSONSchema.part(Value.self, in: open)], [:])
  }
}
