import JSON

/// The part of an app definition by which a client predicts navigation.
///
/// It has the form of a definition. A condition, a hook or a list of timers is `true`, because it may contain what clients
/// must not know, such as a code that a guard compares. Calls, with their addresses and header fields, are omitted, as
/// are texts and the initial data.
struct NavigationRules {
  private(set) var json: JSONObject = [:]
  /// The steps of the app's own actions by name, which its screens' actions may have, too.
  private var steps: [String: [JSONValue]] = [:]

  init(of definition: JSONValue) {
    for actions in [definition["actions"]] + (definition["routes"]?.objectValue ?? [:]).map({ $0.value["actions"] }) {
      for (name, action) in actions?.objectValue ?? [:] { steps[name, default: []].append(action["do"] ?? .null) }
    }
    json["root"] = definition["root"].map(Self.container)
    json["routes"] = definition["routes"].map { Self.map($0, route) }
    json["actions"] = definition["actions"].map { Self.map($0, action) }
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
    var seen: Set<String> = []
    let navigates = definition["do"].map { mayNavigate($0, &seen) } ?? false
    var action: JSONObject = ["navigates": .bool(navigates)]
    action["by"] = definition["by"]
    return .object(action)
  }

  /// Whether steps perform a navigation action, also by another action of the app's own, or restart the session.
  ///
  /// - Parameter seen: The actions whose steps are looked at.
  private func mayNavigate(_ steps: JSONValue, _ seen: inout Set<String>) -> Bool {
    if let list = steps.arrayValue { return list.contains { mayNavigate($0, &seen) } }
    if let type = steps["type"] { return mayNavigate(actionOfType: type, &seen) }
    if steps["restart"] != nil { return true }
    // A call has a member `then`, too, which is performed in a later revision.
    return steps["if"] != nil && [steps["then"], steps["else"]].contains { $0.map { mayNavigate($0, &seen) } ?? false }
  }

  private func mayNavigate(actionOfType type: JSONValue, _ seen: inout Set<String>) -> Bool {
    guard let name = type.stringValue, let own = steps[name] else { return true }
    return seen.insert(name).inserted && own.contains { mayNavigate($0, &seen) }
  }

  private static func part(of definition: JSONValue, _ names: [String]) -> JSONObject {
    JSONObject(names.compactMap { name in definition[name].map { (name, $0) } })
  }

  /// A copy of an object with other values.
  private static func map(_ object: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    .object(JSONObject((object.objectValue ?? [:]).map { ($0.name, change($0.value)) }))
  }
}
