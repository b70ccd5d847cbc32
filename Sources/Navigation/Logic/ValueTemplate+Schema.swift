import CEL
import JSON

extension ValueTemplate {
  /// The JSON Schema of the values, as far as the types of the expressions are known.
  var schema: JSONObject { JSONObject(schemaOf: compiled) }
}

extension JSONObject {
  fileprivate init(schemaOf template: CELValueTemplate) {
    switch template {
    case .constant(let value): self.init(schemaOf: value)
    case .string(let template): self.init(schemaOf: template.type)
    case .array: self = ["type": "array"]
    case .object(let members): self.init(members: members.map { ($0.name, JSONObject(schemaOf: $0.value)) })
    }
  }

  private init(schemaOf value: JSONValue) {
    switch value {
    case .array, .raw: self = ["type": "array"]
    case .object(let members): self.init(members: members.map { ($0.name, JSONObject(schemaOf: $0.value)) })
    case .null, .bool, .integer, .number, .string: self = ["const": value]
    }
  }

  private init(schemaOf type: CELType) {
    switch type {
    case .dynamic: self = [:]
    case .null: self = ["type": "null"]
    case .bool: self = ["type": "boolean"]
    case .int: self = ["type": "integer"]
    case .double, .number: self = ["type": "number"]
    case .string, .timestamp, .duration, .type: self = ["type": "string"]
    case .list(let element): self = ["type": "array", "items": .object(JSONObject(schemaOf: element))]
    case .map(let value): self = ["type": "object", "additionalProperties": .object(JSONObject(schemaOf: value))]
    case .object(let members, let isOpen):
      self.init(
        members: members.sorted { $0.key < $1.key }.map { ($0.key, JSONObject(schemaOf: $0.value)) }, isOpen: isOpen)
    }
  }

  /// The schema of an object. A member of an unknown type may be absent.
  private init(members: [(name: String, schema: JSONObject)], isOpen: Bool = false) {
    let required = members.filter { !$0.schema.isEmpty }.map { JSONValue.string($0.name) }
    self = ["type": "object", "properties": .object(JSONObject(members.map { ($0.name, .object($0.schema)) }))]
    if !required.isEmpty { self["required"] = .array(required) }
    if !isOpen { self["additionalProperties"] = false }
  }
}
