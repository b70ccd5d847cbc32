import JSON

/// The part of an app definition by which a client predicts navigation.
///
/// It has the form of a definition. A condition, a hook or a list of timers is `true`, because it may contain what clients
/// must not know, such as a code that a guard compares. Calls, with their addresses and header fields, are omitted, as
/// are texts and the initial data.
struct NavigationRules {
  private(set) var json: JSONObject = [:]
  /// The names of the app's own actions, and of those that navigate.
  private var own: Set<String> = []
  private var navigating: Set<String> = []

  init(of definition: JSONValue) {
    findNavigating(in: definition)
    json["root"] = definition["root"].map(Self.container)
    json["routes"] = definition["routes"].map { Self.map($0, route) }
    json["actions"] = definition["actions"].map { Self.map($0, action) }
  }

  /// Finds the actions that navigate, also by others: actions of the app and of its screens that have one name count as one.
  private mutating func findNavigating(in definition: JSONValue) {
    var callers: [String: [String]] = [:]
    for actions in [definition["actions"]] + (definition["routes"]?.objectValue ?? [:]).map({ $0.value["actions"] }) {
      for (name, action) in actions?.objectValue ?? [:] {
        own.insert(name)
        for type in Self.performed(by: action["do"] ?? .null) { callers[type, default: []].append(name) }
      }
    }
    var reached = callers.filter { !own.contains($0.key) }.flatMap(\.value)
    while let name = reached.popLast() {
      if navigating.insert(name).inserted { reached += callers[name] ?? [] }
    }
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

  private func route(_ definition: JSONValue) -> JSONValue {
    var route = Self.part(of: definition, Self.membersOfRoute)
    for name in Self.logicOfRoute where definition[name] != nil { route[name] = true }
    route["to"] = (definition["to"]?.arrayValue).map { .array($0.map(Self.destination)) }
    route["content"] = definition["content"].map(Self.container)
    route["onResult"] = definition["onResult"].map { Self.map($0) { _ in true } }
    route["actions"] = definition["actions"].map { Self.map($0, action) }
    return .object(route)
  }

  /// A route that may be opened: its name, or its name and that there is a condition.
  private static func destination(_ definition: JSONValue) -> JSONValue {
    guard definition["when"] != nil, let route = definition["route"] else { return definition["route"] ?? definition }
    return ["route": route, "when": true]
  }

  private func action(_ definition: JSONValue) -> JSONValue {
    let navigates = Self.performed(by: definition["do"] ?? .null).contains {
      !own.contains($0) || navigating.contains($0)
    }
    var action: JSONObject = ["navigates": .bool(navigates)]
    action["by"] = definition["by"]
    return .object(action)
  }

  /// The types of the actions that steps perform, as they are written. A restart counts as one that navigates.
  private static func performed(by steps: JSONValue) -> [String] {
    if let list = steps.arrayValue { return list.flatMap(performed) }
    if let type = steps["type"] { return [type.stringValue ?? ""] }
    if steps["restart"] != nil { return [""] }
    // A call has a member `then`, too, which is performed in a later revision.
    guard steps["if"] != nil else { return [] }
    return [steps["then"], steps["else"]].compactMap { $0 }.flatMap(performed)
  }

  private static func part(of definition: JSONValue, _ names: [String]) -> JSONObject {
    JSONObject(names.compactMap { name in definition[name].map { (name, $0) } })
  }

  /// A copy of an object with other values.
  private static func map(_ object: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    .object(JSONObject((object.objectValue ?? [:]).map { ($0.name, change($0.value)) }))
  }
}
