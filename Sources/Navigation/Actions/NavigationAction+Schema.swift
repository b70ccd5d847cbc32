import JSON

extension NavigationAction {
  /// The schemas of the navigation actions, in the order of `types`, and of `screen`, which wraps another action.
  package static let schemas: [ActionSchema] = [
    ActionSchema("push", route, optional: params),
    ActionSchema("pop", optional: ["count": count, "result": result]),
    ActionSchema(
      "popTo", optional: match.merging(["params": object, "merge": flag, "ifAbsent": oneOf(IfAbsent.self)]),
      choice: match.names),
    ActionSchema("popToRoot"),
    ActionSchema("replace", route, optional: params),
    ActionSchema("navigate", route, optional: ["params": object, "merge": flag, "pop": flag]),
    ActionSchema("insert", ["route": string, "index": index], optional: params),
    ActionSchema("remove", ["id": string], optional: ["reported": flag]),
    ActionSchema("reset", ["navigation": object]),
    ActionSchema("goBack", optional: ["result": result]),
    ActionSchema("setParams", params),
    ActionSchema("replaceParams", params),
    ActionSchema("pushParams", params),
    ActionSchema(
      "route", optional: ["url": string, "route": string, "params": object, "policy": oneOf(Policy.self)],
      choice: ["url", "route"]),
    ActionSchema("select", optional: match.merging(params), choice: match.names),
    ActionSchema("selectNext", optional: ["circular": flag]),
    ActionSchema("selectPrevious", optional: ["circular": flag]),
    ActionSchema("selectFirst"),
    ActionSchema("selectLast"),
    ActionSchema("openDrawer"),
    ActionSchema("closeDrawer"),
    ActionSchema("toggleDrawer"),
    ActionSchema("switchTo", route, optional: params),
    ActionSchema(
      "present", route,
      optional: ["params": object, "style": oneOf(Presented.Style.self), "mode": ["enum": ["stack", "replace"]]]),
    ActionSchema("dismiss", optional: ["id": string, "count": count, "result": result]),
    ActionSchema("dismissAll"),
    ActionSchema("screen", ["action": anyAction], optional: ["id": string]),
  ]

  private static let string: JSONValue = ["type": "string"]
  private static let flag: JSONValue = ["type": "boolean"]
  private static let object: JSONValue = ["type": "object"]
  private static let index: JSONValue = ["type": "integer"]
  private static let count: JSONValue = ["type": "integer", "minimum": 1]
  private static let result: JSONValue = ["description": "Returned to the screen that opened this one"]
  private static let anyAction: JSONValue = [
    "type": "object", "properties": ["type": string], "required": ["type"],
    "description": "An action of that screen's reducer",
  ]
  private static let route: JSONObject = ["route": string]
  private static let params: JSONObject = ["params": object]
  private static let match: JSONObject = ["route": string, "id": string, "index": index]

  private static func oneOf<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> JSONValue {
    ["enum": .array(Choice.allCases.map { .string($0.rawValue) })]
  }
}

extension JSONObject {
  fileprivate func merging(_ other: JSONObject) -> JSONObject {
    var all = self
    all.merge(other)
    return all
  }
}
