import JSON

/// The types of an app for the code of its clients: routes, actions, data, states and outputs.
///
/// ```swift
/// let types = try AppTypes(schema: JSONValue(parsing: schema))  // GET /v1/apps/kiosk/schema
/// print(types.typeScript)
/// print(types.swift)
/// ```
///
/// The texts depend only on the schema.
package struct AppTypes: Sendable {
  let app: String
  let version: String
  /// The routes with the types of their params. A param that a new screen need not be given is optional.
  let routes: [ClientField]
  /// The actions with the types of their arguments.
  let actions: [ClientField]
  let data: ClientType
  /// The routes with the types of their screens' states.
  let states: [ClientField]
  /// The outputs with the types of their values.
  let outputs: [ClientField]
  /// Whether there are further outputs.
  let hasOtherOutputs: Bool

  /// Reads the types from the JSON Schema of an app.
  ///
  /// - Throws: ``NoAppSchema`` for any other JSON value.
  package init(schema: JSONValue) throws(NoAppSchema) {
    guard let (app, version) = Self.identity(schema["$id"]?.stringValue),
      let definitions = schema["$defs"]?.objectValue
    else { throw NoAppSchema() }
    self.app = app
    self.version = version
    routes = definitions.members("screen.") { name, screen in
      ClientField(
        name: name, type: ClientType(schema: definitions["params.\(name)"] ?? [:]),
        text: screen.text(of: ["title", "description"]))
    }
    actions = definitions.members("action.") { name, action in
      ClientField(name: name, type: ClientType(schema: action).withoutAddress, text: action.text(of: ["description"]))
    }
    data = ClientType(ofValue: definitions["data"] ?? [:])
    states = definitions.members("screen.") { name, screen in
      ClientField(name: name, type: ClientType(ofValue: screen["properties"]?["state"] ?? [:]))
    }
    let outputs = definitions["outputs"] ?? [:]
    self.outputs = (outputs["properties"]?.objectValue ?? [:]).map {
      ClientField(name: $0, type: ClientType(schema: $1))
    }
    hasOtherOutputs = outputs["additionalProperties"] != false
  }

  /// The app and the version in `/v1/apps/{app}/schema?version={version}`.
  private static func identity(_ id: String?) -> (app: String, version: String)? {
    let parts = (id ?? "").split(separator: "/")
    guard parts.count == 4, parts[..<2] == ["v1", "apps"], parts[3].hasPrefix("schema?version=") else { return nil }
    return (String(parts[2]), String(parts[3].dropFirst("schema?version=".count)))
  }

  /// The name of the type that holds all others, such as `BistroKiosk` for the app `bistro-kiosk`.
  var name: String {
    let name = Identifier.capitalized(app)
    return name.first?.isLetter == true ? name : "App\(name)"
  }

  /// The description of the types in one line.
  var summary: String { "Navigation of the app \"\(app)\", version \(version)." }
}

/// The error for a document that is not the schema of an app.
package struct NoAppSchema: Error, Equatable, CustomStringConvertible {
  package var description: String {
    "not the schema of an app: it needs `$id` and `$defs` as in the response to GET /v1/apps/{app}/schema"
  }
}

extension JSONObject {
  /// Returns a field for each member whose name has a prefix.
  fileprivate func members(_ prefix: String, _ field: (String, JSONValue) -> ClientField) -> [ClientField] {
    filter { $0.name.hasPrefix(prefix) }.map { field(String($0.name.dropFirst(prefix.count)), $0.value) }
  }
}

extension ClientType {
  /// The type of an action's arguments: without its type and its address, which every action has.
  fileprivate var withoutAddress: ClientType {
    switch self {
    case .object(let fields):
      let arguments = fields.filter { $0.name != "type" && !($0.isOptional && Self.address.contains($0.name)) }
      // An action of which only the type is declared has unknown arguments.
      return arguments.isEmpty && fields.count == 1 ? .map(.unknown) : .object(arguments)
    case .union(let forms): return .union(forms.map(\.withoutAddress))
    default: return self
    }
  }

  private static let address = ["target", "source", "ifGone"]
}
