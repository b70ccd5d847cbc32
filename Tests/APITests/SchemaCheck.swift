import JSON

/// A validator for the part of JSON Schema (2020-12) that the server's documents use. An unknown keyword is a fault, so
/// that no keyword is skipped silently.
struct SchemaCheck {
  /// The document that `$ref` refers to.
  let document: JSONValue
  /// Whether a member that is not in `properties` is a fault if the schema has no `additionalProperties`. Clients must
  /// accept new members, but this version sends only documented ones.
  var isStrict = false

  /// Returns the faults of the value, each with its place.
  func faults(_ value: JSONValue, _ schema: JSONValue, at place: String = "") throws -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): \(schema.text) is no schema"] }
    return try keywords.flatMap { keyword, operand in
      try fits(value, keyword, operand, keywords, place) ? [] : deeper(value, keyword, operand, keywords, place)
    } + (isStrict ? undocumented(value, keywords, place) : [])
  }

  private func undocumented(_ value: JSONValue, _ schema: JSONObject, _ place: String) -> [String] {
    guard case .object(let members) = value, let properties = schema["properties"],
      schema["additionalProperties"] == nil
    else { return [] }
    return members.names.filter { properties[$0] == nil }.map { "\(place)/\($0): unknown" }
  }

  func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool { try faults(value, schema).isEmpty }

  private func fits(
    _ value: JSONValue, _ keyword: String, _ operand: JSONValue, _ schema: JSONObject, _ place: String
  ) throws -> Bool {
    switch keyword {
    case "description", "title", "default", "format", "$schema", "$id", "$defs", "then", "else": return true
    case "type": return (operand.arrayValue ?? [operand]).contains { Self.isType(value, $0.stringValue ?? "") }
    case "const": return value == operand
    case "enum": return operand.arrayValue?.contains(value) == true
    case "not": return try !accepts(value, operand)
    case "anyOf": return try (operand.arrayValue ?? []).contains { try accepts(value, $0) }
    case "oneOf": return try (operand.arrayValue ?? []).count { try accepts(value, $0) } == 1
    case "allOf": return try (operand.arrayValue ?? []).allSatisfy { try accepts(value, $0) }
    case "if":
      let branch = try accepts(value, operand) ? schema["then"] : schema["else"]
      return try branch.map { try $0 != false && ($0 == true || accepts(value, $0)) } ?? true
    case "minimum": return value.integerValue.map { $0 >= operand.integerValue ?? 0 } ?? true
    case "maximum": return value.integerValue.map { $0 <= operand.integerValue ?? 0 } ?? true
    case "minLength": return value.stringValue.map { $0.unicodeScalars.count >= operand.integerValue ?? 0 } ?? true
    case "maxLength": return value.stringValue.map { $0.unicodeScalars.count <= operand.integerValue ?? 0 } ?? true
    case "minItems": return value.arrayValue.map { $0.count >= operand.integerValue ?? 0 } ?? true
    case "maxItems": return value.arrayValue.map { $0.count <= operand.integerValue ?? 0 } ?? true
    case "pattern": return try value.stringValue.map { try $0.contains(Regex(operand.stringValue ?? "")) } ?? true
    default: return try deeper(value, keyword, operand, schema, place).isEmpty
    }
  }

  /// Returns the faults inside the value for a keyword with subschemas, and one fault for any other keyword.
  private func deeper(
    _ value: JSONValue, _ keyword: String, _ operand: JSONValue, _ schema: JSONObject, _ place: String
  ) throws -> [String] {
    guard keyword != "$ref" else { return try faults(value, resolved(operand.stringValue ?? ""), at: place) }
    guard case .object(let members) = value else {
      guard keyword == "items", let items = value.arrayValue else {
        return Self.ofObjects.contains(keyword) || keyword == "items"
          ? [] : ["\(place): not \(keyword) \(operand.text)"]
      }
      return try items.enumerated().flatMap { try faults($1, operand, at: "\(place)/\($0)") }
    }
    switch keyword {
    case "items": return []
    case "properties":
      return try members.flatMap { name, value in
        try operand[name].map { try faults(value, $0, at: "\(place)/\(name)") } ?? []
      }
    case "required":
      return (operand.arrayValue ?? []).compactMap(\.stringValue).filter { members[$0] == nil }.map {
        "\(place): no \($0)"
      }
    case "additionalProperties":
      let others = members.names.filter { schema["properties"]?[$0] == nil }
      if operand == true { return [] }
      guard operand != false else { return others.map { "\(place)/\($0): unknown" } }
      return try others.flatMap { try faults(members[$0] ?? .null, operand, at: "\(place)/\($0)") }
    case "propertyNames":
      return try members.names.flatMap { try faults(.string($0), operand, at: "\(place)/\($0)") }
    case "minProperties":
      return members.count < operand.integerValue ?? 0 ? ["\(place): \(members.count) members"] : []
    case "maxProperties":
      return members.count > operand.integerValue ?? 0 ? ["\(place): \(members.count) members"] : []
    default: return ["\(place): not \(keyword) \(operand.text)"]
    }
  }

  private static let ofObjects = [
    "properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties",
  ]

  private func resolved(_ reference: String) -> JSONValue {
    let names = reference.dropFirst(2).split(separator: "/")
    guard let found = names.reduce(document, { $0?[String($1)] }) else { preconditionFailure("no \(reference)") }
    return found
  }

  private static func isType(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null): true
    case ("number", .integer), ("number", .number): true
    case ("integer", _): value.integerValue != nil
    default: false
    }
  }
}
