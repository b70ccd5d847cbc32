import JSON

extension App {
  /// A JSON Schema (2020-12) of the app's actions, with its screens in `$defs`.
  package var schema: JSONObject {
    let navigation = NavigationAction.schemas.map { ("navigate.\($0.type)", Self.narrowed($0, to: self)) }
    let own = ownActions.map { ("action.\($0.type)", $0.json) }
    let screens = routes.values.sorted { $0.name < $1.name }
    var definitions = JSONObject(navigation + own)
    definitions["route"] = ["enum": .array(screens.map { .string($0.name) })]
    for route in screens {
      definitions["params.\(route.name)"] = .object(route.paramsSchema(isNew: true))
      definitions["screen.\(route.name)"] = .object(route.screenSchema)
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("/v1/apps/\(name)/schema?version=\(version)"),
      "title": .string("\(name), version \(version)"),
      "description": "An action of the app. Its screens are `screen.…` in `$defs`, its data is `data`.",
      "anyOf": .array((navigation + own).map { ["$ref": .string("#/$defs/\(Self.escaped($0.0))")] }),
      "$defs": .object(definitions.adding("data", ["default": data])),
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
    add(feature?.actions ?? [], feature?.schemas ?? [])
    for route in routes.values.sorted(by: { $0.name < $1.name }) {
      guard let feature = route.feature else {
        add(["setState"], [Self.setState])
        continue
      }
      add(feature.actions, feature.schemas)
    }
    return forms.sorted { $0.key < $1.key }.map { type, forms in
      (type, forms.count == 1 ? forms[0] : ["anyOf": .array(forms)])
    }
  }

  /// The action of a screen without a reducer.
  static let setState = ActionSchema(
    "setState", ["state": ["description": "Merged into the screen's state (RFC 7396)"]])

  /// A navigation action, limited to the routes of this app and the params of each.
  private static func narrowed(_ action: ActionSchema, to app: App) -> JSONValue {
    var json = action.json()
    guard action.fields["route"] != nil, case .object(var properties)? = json["properties"] else {
      return .object(json)
    }
    properties["route"] = ["$ref": "#/$defs/route"]
    json["properties"] = .object(properties)
    guard action.required.contains("route") else { return .object(json) }
    let routeIndex = app.routes.values.filter { $0.params != nil }.sorted { $0.name < $1.name }
    if !routeIndex.isEmpty { json["allOf"] = .array(routeIndex.map(paramsOfRoute)) }
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

  /// The JSON Schema of a screen of the route as clients receive it.
  fileprivate var screenSchema: JSONObject {
    var properties: JSONObject = [
      "id": ["type": "string"], "route": ["const": .string(name)], "params": .object(paramsSchema(isNew: false)),
      "state": ["default": initialState(initialParams)],
    ]
    var required: [JSONValue] = ["id", "route", "params", "state"]
    if let content {
      properties["content"] = [
        "type": "object", "properties": ["kind": ["const": .string(content.kind.rawValue)]], "required": ["kind"],
      ]
      required.append("content")
    }
    return ["type": "object", "properties": .object(properties), "required": .array(required)]
  }
}

extension Param {
  fileprivate func schema(default initial: JSONValue?) -> JSONValue {
    var json: JSONObject = [
      "type": isOptional ? [.string(type.rawValue), "null"] : .string(type.rawValue)
    ]
    if let initial { json["default"] = initial }
    return .object(json)
  }
}

extension JSONObject {
  fileprivate func adding(_ name: String, _ value: JSONValue) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
