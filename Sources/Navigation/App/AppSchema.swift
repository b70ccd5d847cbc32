import JSON

/// The JSON Schemas (2020-12) of an app's actions and screens.
package struct AppSchema {
  private let app: App
  /// The routes by name.
  private let routes: [Route]

  /// Creates the schemas of an app.
  package init(of app: App) {
    self.app = app
    routes = app.routes.values.sorted { $0.name < $1.name }
  }

  /// The schema of the app's actions, with its screens in `$defs`.
  package var json: JSONObject {
    let navigation = NavigationAction.schemas.map { ("navigate.\($0.type)", narrowed($0)) }
    let own = ownActions.map { ("action.\($0.type)", $0.json) }
    var definitions = JSONObject(navigation + own)
    definitions["route"] = ["enum": .array(routes.map { .string($0.name) })]
    for route in routes {
      definitions["params.\(route.name)"] = .object(route.paramsSchema(isNew: true))
      definitions["screen.\(route.name)"] = .object(route.screenSchema)
    }
    var data = app.schema?.json ?? app.feature?.dataSchema?.objectValue ?? [:]
    data["default"] = app.data
    definitions["data"] = .object(data)
    definitions["outputs"] = OutputSchemas(of: app).json
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("/v1/apps/\(app.name)/schema?version=\(app.version)"),
      "title": .string("\(app.name), version \(app.version)"),
      "description":
        "An action of the app. Its screens are `screen.…` in `$defs`, its data is `data`, its outputs are `outputs`.",
      "anyOf": .array((navigation + own).map { ["$ref": .string("#/$defs/\(Self.escaped($0.0))")] }),
      "$defs": .object(definitions),
    ]
  }

  /// The app's own actions by type: those of its reducer and of its screens.
  package var ownActions: [(type: String, json: JSONValue)] {
    var forms: [String: [JSONValue]] = [:]
    func add(_ types: [String], _ schemas: [ActionSchema]) {
      for type in types {
        let schema = schemas.first { $0.type == type }
        let form = JSONValue.object(schema?.json() ?? ActionSchema.undeclared(type))
        if forms[type]?.contains(form) != true { forms[type, default: []].append(form) }
      }
    }
    add(app.feature?.actions ?? [], app.feature?.schemas ?? [])
    func add(_ actions: [LogicAction]) { add(actions.map(\.type), actions.map(\.schema)) }
    add(app.logic?.sortedActions ?? [])
    for route in routes {
      add(route.logic?.sortedActions ?? [])
      add(route.feature?.actions ?? [ActionSchema.setState.type], route.feature?.schemas ?? [.setState])
    }
    return forms.sorted { $0.key < $1.key }.map { type, forms in
      (type, forms.count == 1 ? forms[0] : ["anyOf": .array(forms)])
    }
  }

  /// A navigation action, limited to the routes of this app and the params of each.
  private func narrowed(_ action: ActionSchema) -> JSONValue {
    var json = action.json()
    guard action.fields["route"] != nil, case .object(var properties)? = json["properties"] else {
      return .object(json)
    }
    properties["route"] = ["$ref": "#/$defs/route"]
    json["properties"] = .object(properties)
    guard action.required.contains("route") else { return .object(json) }
    let limited = routes.filter { $0.params != nil }
    if !limited.isEmpty { json["allOf"] = .array(limited.map(Self.paramsOfRoute)) }
    return .object(json)
  }

  private static func paramsOfRoute(_ route: Route) -> JSONValue {
    [
      "if": ["properties": ["route": ["const": .string(route.name)]]],
      "then": ["properties": ["params": ["$ref": .string("#/$defs/\(escaped("params.\(route.name)"))")]]],
    ]
  }

  /// Escapes a name for a JSON Pointer in a fragment (RFC 6901 §6).
  private static func escaped(_ name: String) -> String {
    JSONPointer().appending(name: name).text.utf8.dropFirst().map { byte in
      let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
      if isPlain || "-._~".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension Route {
  /// - Parameter isNew: Whether they belong to a new screen, for which initial params replace missing ones.
  fileprivate func paramsSchema(isNew: Bool) -> JSONObject {
    guard let params else { return ["type": "object"] }
    let required = params.filter { !$0.isOptional && !(isNew && initialParams[$0.name] != nil) }.map(\.name)
    var json: JSONObject = [
      "type": "object",
      "properties": .object(JSONObject(params.map { ($0.name, $0.schema(default: initialParams[$0.name])) })),
      "additionalProperties": false,
    ]
    if !required.isEmpty { json["required"] = .array(required.map(JSONValue.string)) }
    return json
  }

  private var stateSchema: JSONValue {
    var schema = self.schema?.json ?? feature?.stateSchema?.objectValue ?? [:]
    do throws(ActionError) {
      schema["default"] = try initialState(initialParams)
    } catch {
      // The initial params alone make no state: there is no default.
    }
    return .object(schema)
  }

  /// The JSON Schema of a screen of the route as clients receive it.
  fileprivate var screenSchema: JSONObject {
    var properties: JSONObject = [
      "id": ["type": "string"], "route": ["const": .string(name)], "params": .object(paramsSchema(isNew: false)),
      "state": stateSchema,
    ]
    var required: [JSONValue] = ["id", "route", "params", "state"]
    if let content {
      properties["content"] = [
        "type": "object", "properties": ["kind": ["const": .string(content.kind.rawValue)]], "required": ["kind"],
      ]
      required.append("content")
    }
    var json: JSONObject = ["type": "object", "properties": .object(properties), "required": .array(required)]
    if let title { json["title"] = .string(title) }
    if let description { json["description"] = .string(description) }
    return json
  }
}

extension Param {
  func schema(default initial: JSONValue?) -> JSONValue {
    if let schema { return .object(schema.json) }
    var json = JSONObject()
    if type != .any { json["type"] = isOptional ? [.string(type.rawValue), "null"] : .string(type.rawValue) }
    if let initial { json["default"] = initial }
    return .object(json)
  }
}
