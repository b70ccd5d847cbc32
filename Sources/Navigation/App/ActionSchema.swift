import JSON

/// The fields of an action as JSON Schemas, for documents and for forms that are generated from them.
///
/// Validates nothing: the initialiser that reads the action does.
public struct ActionSchema: Sendable, Equatable {
  /// The `type` of the action.
  public let type: String
  /// The JSON Schema of each field by name: the required fields, then the optional ones.
  public let fields: JSONObject
  /// The names of the required fields.
  public let required: [String]
  /// The names of optional fields of which exactly one must be present; empty for no such constraint.
  public let choice: [String]
  /// Whether only a backend may send the action.
  package var isForBackend = false
  /// A description of the effect, for people and agents; nil: the app gives none.
  var description: String?

  /// Creates the schema of an action.
  ///
  /// - Parameters:
  ///   - type: The `type` of the action.
  ///   - fields: The JSON Schemas of the required fields.
  ///   - optional: The JSON Schemas of the optional fields.
  ///   - choice: The names of optional fields of which exactly one must be present.
  public init(_ type: String, _ fields: JSONObject = [:], optional: JSONObject = [:], choice: [String] = []) {
    self.type = type
    self.required = fields.names
    self.choice = choice
    var all = fields
    all.merge(optional)
    self.fields = all
  }

  /// Returns the schema for an app that composes the feature under a name: `addTodo` becomes `todos.addTodo`.
  public func adding(prefix: String) -> ActionSchema {
    ActionSchema("\(prefix).\(type)", of: self)
  }

  private init(_ type: String, of other: ActionSchema) {
    self.type = type
    self.fields = other.fields
    self.required = other.required
    self.choice = other.choice
  }
}

extension ActionSchema {
  /// Returns the JSON Schema of the action, including the fields that every action has.
  ///
  /// - Parameter isTyped: Whether `type` is required. Pass false when a path determines the type.
  public func json(isTyped: Bool = true) -> JSONObject {
    var properties: JSONObject = ["type": ["const": .string(type)]]
    properties.merge(fields)
    for (name, meaning) in Self.everywhere where properties[name] == nil {
      properties[name] = ["type": "string", "description": .string(meaning)]
    }
    if properties["ifGone"] == nil {
      properties["ifGone"] = ["enum": ["reopen"], "description": "Makes the source again if it is gone"]
    }
    var json: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = (isTyped ? ["type"] : []) + required
    if !required.isEmpty { json["required"] = .array(required.map(JSONValue.string)) }
    if !choice.isEmpty { json["oneOf"] = .array(choice.map { ["required": [.string($0)]] }) }
    json["additionalProperties"] = false
    json["description"] = meaning.map(JSONValue.string)
    return json
  }

  /// The description, and a sentence on the sender if only a backend may send the action; nil: there is neither.
  package var meaning: String? {
    let parts = [description, isForBackend ? "Only a backend may send it." : nil].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The JSON Schema of the fields without `type`, for a caller that names the action otherwise.
  package var argumentSchema: JSONObject {
    var json: JSONObject = ["type": "object", "properties": .object(fields)]
    if !required.isEmpty { json["required"] = .array(required.map(JSONValue.string)) }
    if !choice.isEmpty { json["oneOf"] = .array(choice.map { ["required": [.string($0)]] }) }
    json["additionalProperties"] = false
    return json
  }

  /// The action of a screen without a reducer.
  static let setState = ActionSchema(
    "setState", ["state": ["description": "Merged into the screen's state (RFC 7396)"]])

  private static let everywhere = [
    ("target", "The id of the container that receives it"), ("source", "The id of the screen that it acts from"),
  ]

  /// The schema of an action of which only the type is declared.
  static func undeclared(_ type: String) -> JSONObject {
    ["type": "object", "properties": ["type": ["const": .string(type)]], "required": ["type"]]
  }
}
