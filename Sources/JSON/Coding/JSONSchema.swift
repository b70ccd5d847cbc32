/// A type whose JSON Schema cannot be derived from its `init(from:)`: an enum with associated values inside of a state
/// or an action, or a type that restricts its values.
///
/// ```swift
/// struct Percentage: JSONDescribed {
///   var value: Int
///   static let schema: JSONValue = ["type": "integer", "minimum": 0, "maximum": 100]
///   static let example = Percentage(value: 50)
///   // init(from:) and encode(to:)
/// }
/// ```
public protocol JSONDescribed: Decodable {
  /// The JSON Schema of the values.
  static var schema: JSONValue { get }
  /// A value, from which the schema of an enclosing type is derived.
  static var example: Self { get }
}

/// The JSON Schemas of types, derived from the members that their `init(from:)` reads.
///
/// An enum has to be `CaseIterable`, because its cases cannot be listed otherwise.
package enum JSONSchema {
  /// The schema of a type; nil when it cannot be derived.
  package static func derived<T: Decodable>(from type: T.Type) -> JSONValue? {
    do {
      return try describe(type).schema
    } catch {
      return nil
    }
  }

  /// The associated values of a case of an enum.
  package struct Case {
    package var required: JSONObject = [:]
    package var optional: JSONObject = [:]
  }

  /// The schemas of the associated values of a case; nil when they cannot be derived.
  ///
  /// Traps when the enum has no case of that name.
  package static func ofCase<T: Decodable>(_ name: String, in type: T.Type) -> Case? {
    if let cases = cases(of: type), cases.contains(.string(name)) { return Case() }
    let decoder = JSONSchemaDecoder(caseName: name)
    do {
      _ = try T(from: decoder)
    } catch {
      precondition(decoder.caseDecoder != nil, "\(type) has no case \"\(name)\".")
      return nil
    }
    return decoder.caseDecoder?.fields
  }

  /// The JSON forms of the values of an enum that is `CaseIterable`.
  static func cases<T>(of type: T.Type) -> [JSONValue]? {
    guard let type = type as? any (CaseIterable & Encodable).Type else { return nil }
    return forms(of: type)
  }

  private static func forms<T: CaseIterable & Encodable>(of type: T.Type) -> [JSONValue] {
    type.allCases.map { .converted($0) }
  }

  /// The schema of a type, and some value of it.
  ///
  /// - Parameter open: The types that contain this one.
  static func describe<T: Decodable>(
    _ type: T.Type, in open: [ObjectIdentifier] = []
  ) throws -> (schema: JSONValue, value: T) {
    if let type = type as? any SchemaDescribed.Type { return try cast(type.describe(in: open)) }
    if let type = type as? any JSONDescribed.Type { return try cast((type.schema, type.example)) }
    if let type = type as? any CaseIterable.Type, let first = type.first as? T, let cases = cases(of: T.self) {
      return (["enum": .array(cases)], first)
    }
    guard !open.contains(ObjectIdentifier(type)) else { throw NotDerivable() }
    let decoder = JSONSchemaDecoder(open: open + [ObjectIdentifier(type)])
    let value = try T(from: decoder)
    return (decoder.schema, value)
  }

  private static func cast<T>(_ described: (JSONValue, Any)) throws -> (schema: JSONValue, value: T) {
    guard let value = described.1 as? T else { throw NotDerivable() }
    return (described.0, value)
  }

  private struct NotDerivable: Error {}
}

extension CaseIterable {
  fileprivate static var first: Any? { allCases.first }
}
