import JSON

/// A JSON action: the only means to change a session.
///
/// An action is an object with a `type`. Clients send it as it is; reducers read it as a value of their own type by
/// ``ActionConvertible``. Types such as `push` and `select` are navigation actions (``NavigationAction``), which every
/// app has; all others are the app's own.
///
/// ```swift
/// let push = Action("push", ["route": "product", "params": ["id": 7]])
/// let parsed = try Action(json: ["type": "push", "route": "product", "params": ["id": 7]])
/// push == parsed  // true
/// ```
///
/// Every action can name its recipient by `target` (the id of a container) or `source` (the id of a screen).
///
/// ## Topics
///
/// ### Creating an action
/// - ``init(_:_:)``
/// - ``init(json:)``
///
/// ### Reading fields
/// - ``FieldReader``
public struct Action: Sendable, Equatable {
  /// The name of the action.
  public let type: String
  /// All fields, including `type`.
  public let fields: JSONObject

  /// Creates an action from its type and its other fields.
  public init(_ type: String, _ fields: JSONObject = [:]) {
    self.type = type
    var all: JSONObject = ["type": .string(type)]
    all.merge(fields)
    self.fields = all
  }

  /// Creates an action from a JSON value.
  ///
  /// - Throws: `ActionError` (`not-an-action`) when the value is not an object with a string `type`.
  public init(json: JSONValue) throws(ActionError) {
    guard case .object(let fields) = json else {
      throw .invalid("not-an-action", "An action must be a JSON object with a `type`; it is \(json.kind).")
    }
    guard let type = fields["type"] else {
      throw .invalid(
        "not-an-action", "An action needs a `type`, such as {\"type\": \"push\", \"route\": …}.", at: "type")
    }
    guard case .string(let name) = type else {
      throw .invalid("not-an-action", "The `type` of an action must be a string; it is \(type.kind).", at: "type")
    }
    self.type = name
    self.fields = fields
  }

  /// Creates an action from its fields, which include a string `type`.
  init(fields: JSONObject) {
    self.type = fields["type"]?.stringValue ?? ""
    self.fields = fields
  }

  /// The container that the action names, if any.
  var target: Container.ID? {
    get throws(ActionError) { try string("target") }
  }

  /// The screen that the action names as its source, if any.
  var source: Screen.ID? {
    get throws(ActionError) { try string("source") }
  }

  /// Whether the action asks to make its source again if it is gone.
  package var mayReopen: Bool { fields["ifGone"] != nil }

  /// The screen that an action of an app definition names as its recipient, if any.
  var screen: Screen.ID? {
    get throws(ActionError) { try string("screen") }
  }

  /// The result that the closed screen returns to its opener; nil when it was cancelled.
  var result: JSONValue? { fields["result"] }

  private func string(_ name: String) throws(ActionError) -> String? {
    guard let value = fields[name] else { return nil }
    if case .string(let text) = value { return text }
    throw .invalid("bad-field", "`\(name)` must be an id, a string; it is \(value.kind).", at: name)
  }
}

extension Action {
  /// The type of the action, or of the one that it addresses to a screen.
  package var innermostType: String {
    guard type == "screen" else { return type }
    return fields["action"]?["type"]?.stringValue ?? type
  }
}
