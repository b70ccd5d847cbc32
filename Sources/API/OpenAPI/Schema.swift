import JSON

/// A JSON Schema (2020-12), as used by OpenAPI 3.1.
struct Schema: Sendable {
  let json: JSONObject

  init(_ json: JSONObject) {
    self.json = json
  }

  static let any = Schema([:])
  static let string = Schema(["type": "string"])
  static let boolean = Schema(["type": "boolean"])
  static let percent = Schema(["type": "number", "minimum": 0, "maximum": 100])
  static let timestamp = Schema(["type": "string", "format": "date-time"])
  /// A timestamp in the exact format written by the server.
  static let moment = pattern(#"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#)
  /// An object with any members.
  static let open = Schema(["type": "object"])

  static func ref(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/\(name)")]) }
  static func array(of element: Schema) -> Schema { Schema(["type": "array", "items": .object(element.json)]) }
  /// An object with any names, whose values have this schema.
  static func map(of value: Schema) -> Schema {
    Schema(["type": "object", "additionalProperties": .object(value.json)])
  }
  static func pattern(_ pattern: String) -> Schema { Schema(["type": "string", "pattern": .string(pattern)]) }
  static func oneOf(_ values: [JSONValue]) -> Schema { Schema(["enum": .array(values)]) }
  static func anyOf(_ schemas: [Schema]) -> Schema { Schema(["anyOf": .array(schemas.map { .object($0.json) })]) }
  static func orNull(_ type: String) -> Schema { Schema(["type": [.string(type), "null"]]) }

  /// - Parameter lengths: In characters, as defined by JSON Schema; the server counts bytes.
  static func text(_ lengths: ClosedRange<Int>) -> Schema {
    Schema([
      "type": "string", "minLength": .integer(Int64(lengths.lowerBound)),
      "maxLength": .integer(Int64(lengths.upperBound)),
    ])
  }

  static func integer(from least: Int, default standard: Int? = nil) -> Schema {
    integer(least...Int.max, default: standard)
  }

  static func integer(_ range: ClosedRange<Int>, default standard: Int? = nil) -> Schema {
    var json: JSONObject = [
      "type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
    ]
    if let standard { json["default"] = .integer(Int64(standard)) }
    return Schema(json)
  }

  /// An object of a response with these members. Other members may be added in later versions.
  static func object(
    _ members: KeyValuePairs<String, Schema>, optional: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    Schema(json(members, optional))
  }

  /// An object of a request with these members and no others.
  static func request(
    _ members: KeyValuePairs<String, Schema>, optional: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    var json = json(members, optional)
    json["additionalProperties"] = false
    return Schema(json)
  }

  private static func json(
    _ members: KeyValuePairs<String, Schema>, _ optional: KeyValuePairs<String, Schema>
  ) -> JSONObject {
    let required = members.map(\.key)
    var json: JSONObject = [
      "type": "object",
      "properties": .object(JSONObject((Array(members) + Array(optional)).map { ($0.key, .object($0.value.json)) })),
    ]
    if !required.isEmpty { json["required"] = .array(required.map(JSONValue.string)) }
    return json
  }

  /// Labels by name; a name has no colon.
  static let labels = Schema([
    "type": "object", "maxProperties": 16, "propertyNames": ["pattern": "^[^:]{1,100}$"],
    "additionalProperties": .object(text(0...200).json),
  ])
  /// Changes of labels; null removes a label.
  static let labelPatch = Schema([
    "type": "object", "propertyNames": ["pattern": "^[^:]{1,100}$"],
    "additionalProperties": ["type": ["string", "null"], "maxLength": 200],
  ])

  /// A duration by ISO 8601 without years and months.
  static let expiry = pattern("^P([1-9][0-9]{0,3}W)?([1-9][0-9]{0,3}D)?(T([1-9][0-9]{0,3}H)?[1-9][0-9]{0,3}[MS])?$")

  /// A list used as a filter; empty, absent or null selects all.
  static func filter(_ element: Schema) -> Schema {
    Schema(["type": ["array", "null"], "items": .object(element.json), "maxItems": 100])
  }

  /// An object with the list `items`.
  static func items(_ element: Schema) -> Schema { .object(["items": .array(of: element)]) }

  /// A page of a list, with the start of the next page.
  static func page(_ element: Schema) -> Schema {
    .object(["items": .array(of: element), "next": .orNull("integer")])
  }
}
