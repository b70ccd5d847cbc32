import JSON

/// A tool for agents: a request of the API.
enum AgentTool: String, CaseIterable, Sendable {
  case listApps = "list_apps"
  case openSession = "open_session"
  case look
  case availableActions = "available_actions"
  case act
  case plan
  case undo
  case history

  /// Whether the tool concerns one session, which its arguments or the URL name.
  var isOfSession: Bool { self != .listApps && self != .openSession }

  /// The description for `tools/list`.
  ///
  /// - Parameter isAddressed: Whether the URL names the session.
  func json(isAddressed: Bool) -> JSONValue {
    [
      "name": .string(rawValue), "description": .string(detail),
      "inputSchema": .object(schema(isAddressed: isAddressed)), "annotations": ["readOnlyHint": .bool(onlyReads)],
    ]
  }

  /// The JSON Schemas of the arguments, without those that name the session.
  private var arguments: JSONObject {
    switch self {
    case .listApps, .look, .availableActions: [:]
    case .openSession:
      [
        "app": ["type": "string", "description": "The name of the app."],
        "key": ["type": "string", "description": "The key: the session that has it is returned, or made with it."],
        "url": ["type": "string", "description": "A link of the app at which a new session starts."],
      ]
    case .act, .plan:
      [
        "action": [
          "type": "object", "properties": ["type": ["type": "string"]],
          "description":
            "The action with its fields, such as {\"type\": \"push\", \"route\": \"menu\"}; or {\"actions\": [...]}.",
        ]
      ]
    case .undo: ["steps": ["type": "integer", "minimum": 1, "description": "The number of changes; by default 1."]]
    case .history:
      [
        "after": ["type": "integer", "minimum": 0, "description": "The `next` of the page before."],
        "limit": ["type": "integer", "minimum": 1, "maximum": 1_000, "description": "The number of items."],
      ]
    }
  }

  private var required: [String] {
    switch self {
    case .openSession: ["app"]
    case .act, .plan: ["action"]
    default: []
    }
  }

  private var onlyReads: Bool {
    switch self {
    case .openSession, .act, .undo: false
    case .listApps, .look, .availableActions, .plan, .history: true
    }
  }

  private static let address: JSONObject = [
    "session": ["type": "string", "description": "The id of the session."],
    "app": ["type": "string", "description": "Instead of `session`, with `key`: the app."],
    "key": ["type": "string", "description": "Instead of `session`, with `app`: the key of the session."],
  ]

  private func properties(isAddressed: Bool) -> JSONObject {
    var properties = isOfSession && !isAddressed ? Self.address : [:]
    properties.merge(arguments)
    return properties
  }

  private func schema(isAddressed: Bool) -> JSONObject {
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties(isAddressed: isAddressed)), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
    return schema
  }

  /// The first fault of the arguments; nil: there is none. What the API checks itself is not checked here.
  func fault(in arguments: JSONObject, isAddressed: Bool) -> String? {
    let properties = properties(isAddressed: isAddressed)
    if let name = arguments.names.first(where: { properties[$0] == nil }) {
      let known = properties.isEmpty ? "none" : properties.names.map { "`\($0)`" }.joined(separator: ", ")
      return "`\(rawValue)` has no argument \(JSONValue.string(name).excerpt); it takes \(known)."
    }
    if let name = required.first(where: { arguments[$0] == nil }) { return "`\(rawValue)` requires `\(name)`." }
    for (name, value) in arguments {
      let type = properties[name]?["type"]?.stringValue
      let fits =
        switch type {
        case "string": value.stringValue != nil
        case "integer": value.integerValue != nil
        default: value.objectValue != nil
        }
      if !fits { return "`\(name)` must be of type \(type ?? "object"); it is \(value.excerpt)." }
      // It would be a segment of the path, which without it is another one.
      if isOfSession, value == "" { return "`\(name)` must not be empty." }
    }
    guard isOfSession, !isAddressed, arguments["session"] == nil, arguments["app"] == nil || arguments["key"] == nil
    else { return nil }
    return "`\(rawValue)` requires `session`, the id of a session, or `app` and `key`."
  }

  private var detail: String {
    switch self {
    case .listApps: "Lists the apps of this server."
    case .openSession: "Returns the session of an app that has a key, or makes a new session."
    case .look:
      "Shows where a session is: the path, the current screen with params and state, what lies over it, the data."
    case .availableActions: "Lists the actions that the session accepts now, and why it refuses others."
    case .act: "Performs an action in a session, or several as one change, and shows where it is then."
    case .plan: "Shows what an action would do, without doing it."
    case .undo: "Undoes the last changes of a session."
    case .history: "Lists the changes of a session: what was done, when and by whom."
    }
  }
}
