import JSON

/// The part of an app definition by which a client predicts navigation.
///
/// It has the form of a definition. A condition, a hook or a list of timers is `true`, because it may contain what clients
/// must not know, such as a code that a guard compares. Calls, with their addresses and header fields, are omitted, as
/// are texts and the initial data.
struct NavigationRules {
  let json: JSONObject

  init(of definition: JSONValue) {
    var rules: JSONObject = [:]
    rules["root"] = definition["root"].map(Self.container)
    rules["routes"] = definition["routes"].map { Self.map($0, Self.route) }
    rules["actions"] = definition["actions"].map { Self.map($0, Self.action) }
    json = rules
  }

  // What is included is listed, not what is omitted: no new member is published by accident (docs/decisions/0075).
  private static let membersOfContainer = ["kind", "routes", "initial", "backBehavior", "reselect", "open"]

  private static let membersOfRoute = [
    "params", "initialParams", "identity", "onDuplicate", "state", "feature", "as", "path",
  ]

  /// The members of a route whose presence is all that a client needs to know.
  private static let logicOfRoute = ["guard", "leave", "onEnter", "onLeave", "timers"]

  private static func container(_ definition: JSONValue) -> JSONValue {
    .object(part(of: definition, membersOfContainer))
  }

  private static func route(_ definition: JSONValue) -> JSONValue {
    var route = part(of: definition, membersOfRoute)
    for name in logicOfRoute where definition[name] != nil { route[name] = true }
    route["to"] = (definition["to"]?.arrayValue).map { .array($0.map(destination)) }
    route["content"] = definition["content"].map(container)
    route["onResult"] = definition["onResult"].map { map($0) { _ in true } }
    route["actions"] = definition["actions"].map { map($0, action) }
    return .object(route)
  }

  /// A route that may be opened: its name, or its name and that there is a condition.
  private static func destination(_ definition: JSONValue) -> JSONValue {
    guard definition["when"] != nil, let route = definition["route"] else { return definition["route"] ?? definition }
    return ["route": route, "when": true]
  }

  private static func action(_ definition: JSONValue) -> JSONValue {
    var action: JSONObject = ["navigates": .bool(definition["do"].map(mayNavigate) ?? false)]
    action["by"] = definition["by"]
    return .object(action)
  }

  /// Whether steps perform a navigation action, or restart the session.
  private static func mayNavigate(_ steps: JSONValue) -> Bool {
    if let list = steps.arrayValue { return list.contains(where: mayNavigate) }
    if steps["type"] != nil || steps["restart"] != nil { return true }
    // A call has a member `then`, too, which is performed in a later revision.
    return steps["if"] != nil && [steps["then"], steps["else"]].contains { $0.map(mayNavigate) ?? false }
  }

  private static func part(of definition: JSONValue, _ names: [String]) -> JSONObject {
    JSONObject(names.compactMap { name in definition[name].map { (name, $0) } })
  }

  /// A copy of an object with other values.
  private static func map(_ object: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    .object(JSONObject((object.objectValue ?? [:]).map { ($0.name, change($0.value)) }))
  }
}
