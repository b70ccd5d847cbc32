import JSON

/// What an action takes, as JSON Schemas: for documents, and for forms that are made from them.
///
/// Does not check anything; whoever reads the action does.
public struct ActionSchema: Sendable, Equatable {
  public let type: String
  /// Name to JSON Schema: those it needs, then those it may do without.
  public let fields: JSONObject
  public let required: [String]
  /// Exactly one of these has to be there; empty: nothing is to be chosen.
  public let choice: [String]

  /// - Parameter choice: The names of optional fields of which exactly one has to be there.
  public init(_ type: String, _ fields: JSONObject = [:], optional: JSONObject = [:], choice: [String] = []) {
    self.type = type
    self.required = fields.names
    self.choice = choice
    var all = fields
    all.merge(optional)
    self.fields = all
  }

  /// The same under another name, as an app has it that is composed of features.
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
  /// The schema of the action, with the fields that every action may have.
  ///
  /// - Parameter isTyped: Whether the action says its `type`; where a path says it, it may be left out.
  public func json(isTyped: Bool = true) -> JSONObject {
    var properties: JSONObject = ["type": ["const": .string(type)]]
    properties.merge(fields)
    for (name, meaning) in Self.everywhere where properties[name] == nil {
      properties[name] = ["type": "string", "description": .string(meaning)]
    }
    var json: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = (isTyped ? ["type"] : []) + required
    if !required.isEmpty { json["required"] = .array(required.map(JSONValue.string)) }
    if !choice.isEmpty { json["oneOf"] = .array(choice.map { ["required": [.string($0)]] }) }
    json["additionalProperties"] = false
    return json
  }

  private static let everywhere = [
    ("target", "The id of the container that alone gets it"), ("source", "The id of the screen that it acts from"),
  ]

  /// An action of which nothing but its type is declared.
  static func undeclared(_ type: String) -> JSONObject {
    ["type": "object", "properties": ["type": ["const": .string(type)]], "required": ["type"]]
  }
}
