import JSON
import Navigation

// The schemas of the document, among them those of the actions.
extension OpenAPI {
  var schemas: JSONObject {
    var schemas = JSONObject(Schema.components.map { ($0.name, .object($0.schema.json)) })
    var actions: [Schema] = []
    func add(_ name: String, _ json: JSONValue) {
      schemas[name] = json
      actions.append(.ref(name))
    }
    for schema in NavigationAction.schemas { add(Self.name(of: schema.type), .object(schema.documented())) }
    for app in apps {
      let own = AppSchema(of: app).ownActions.map { type, json in
        guard let name = Self.name(of: type, app) else { return json }
        schemas[name] = json
        return .object(Schema.ref(name).json)
      }
      if !own.isEmpty { add("app.\(app.name)", ["anyOf": .array(own)]) }
    }
    add("OtherAction", Self.otherAction)
    schemas["Action"] = .object(Schema.anyOf(actions).json)
    schemas["Batch"] = [
      "type": "object", "required": ["actions"], "additionalProperties": false,
      "properties": [
        "actions": ["type": "array", "items": ["$ref": "#/components/schemas/Action"], "minItems": 1, "maxItems": 100]
      ],
    ]
    return schemas
  }

  /// `PushAction`. A prefix would make `replace` with its `params` collide with `replaceParams` in generated programs.
  private static func name(of type: String) -> String { type.prefix(1).uppercased() + type.dropFirst() + "Action" }

  /// `app.counter.increment`; nil if a component cannot have that name.
  private static func name(of type: String, _ app: App) -> String? {
    let isPlain = type.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
      default: false
      }
    }
    return isPlain ? "app.\(app.name).\(type)" : nil
  }

  /// An action of an app or version that is not in the document, such as a withdrawn one.
  private static var otherAction: JSONValue {
    let known = NavigationAction.schemas.map { JSONValue.string($0.type) }
    return [
      "type": "object", "required": ["type"],
      "properties": ["type": ["type": "string", "not": ["enum": .array(known)]]],
      "description": "An action of an app that this document does not include",
    ]
  }
}

extension ActionSchema {
  /// The schema for programs that generate types from the document. They take `oneOf` for a choice of types, and would
  /// omit the members; `if` and `else` mean the same.
  func documented(isTyped: Bool = true) -> JSONObject {
    var json = json(isTyped: isTyped)
    guard let choice = json["oneOf"] else { return json }
    json["oneOf"] = nil
    json["if"] = ["oneOf": choice]
    json["else"] = false
    return json
  }
}
