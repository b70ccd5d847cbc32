import JSON

/// The JSON Schemas of the values of an app's outputs.
struct OutputSchemas {
  private var forms: [String: [JSONValue]] = [:]
  /// Whether compiled reducers send further outputs, which are not declared.
  private let isOpen: Bool

  init(of app: App) {
    let routes = app.routes.values.sorted { $0.name < $1.name }
    isOpen = app.feature != nil || routes.contains { $0.feature != nil }
    add(app.logic?.allSteps ?? [])
    for route in routes { add(route.logic?.allSteps ?? []) }
    if ([app.root] + routes.compactMap(\.content)).contains(where: { $0.reselect == .output }) {
      add(
        "reselect",
        [
          "type": "object", "properties": ["id": ["type": "string"], "route": ["type": "string"]],
          "required": ["id", "route"], "additionalProperties": false,
        ])
    }
  }

  /// The schema of an object with a member for each output, named as the output.
  var json: JSONValue {
    let outputs = forms.sorted { $0.key < $1.key }.map { name, forms in
      (name, forms.count == 1 ? forms[0] : JSONValue.object(["anyOf": .array(forms)]))
    }
    return [
      "type": "object", "properties": .object(JSONObject(outputs)), "additionalProperties": .bool(isOpen),
    ]
  }

  private mutating func add(_ steps: [Step]) {
    for step in steps {
      switch step {
      case .emit(let name, let template): add(name, .object(template.schema))
      case .branch(_, let then, let otherwise): add(then + otherwise)
      default: break
      }
    }
  }

  private mutating func add(_ name: String, _ schema: JSONValue) {
    if forms[name]?.contains(schema) != true { forms[name, default: []].append(schema) }
  }
}

extension AppLogic {
  fileprivate var allSteps: [Step] { sortedActions.flatMap(\.steps) + idleSteps }
}

extension RouteLogic {
  fileprivate var allSteps: [Step] {
    let results = onResult.sorted { $0.key < $1.key }.flatMap(\.value) + (onOtherResult ?? [])
    return sortedActions.flatMap(\.steps) + onEnter + onLeave + results + guards.flatMap { $0.otherwise ?? [] }
  }
}
