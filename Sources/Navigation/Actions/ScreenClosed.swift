import JSON

/// The action `closed`, which notifies a screen's feature that a screen opened by its screen was removed.
///
/// Created by the server as a part of the change that removes the screen, and only for features with `handlesClosed`. A
/// feature does not list it among its actions, so clients cannot send it.
public struct ScreenClosed: Sendable, Equatable {
  /// The `type` of the action.
  public static let type = "closed"

  /// The removed screen with its last params and state, without its content.
  public let screen: Screen
  /// The `result` of the action that closed the screen; nil when it was cancelled.
  public let result: JSONValue?

  /// Creates a notification.
  public init(_ screen: Screen, result: JSONValue? = nil) {
    self.screen = Screen(id: screen.id, route: screen.route, params: screen.params, state: screen.state)
    self.result = result
  }
}

extension ScreenClosed {
  /// Reads the action that ``action`` makes.
  ///
  /// - Throws: `ActionError` when a field is missing or invalid.
  public init(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    let screen = try fields.require(fields.object("screen"), "screen")
    result = fields.value("result")
    try fields.finish(["screen", "result"])
    guard let id = screen["id"]?.stringValue, let route = screen["route"]?.stringValue,
      let params = screen["params"]?.objectValue, let state = screen["state"]
    else {
      throw .invalid("bad-field", "`screen` of `closed` has an `id`, a `route`, `params` and a `state`.", at: "screen")
    }
    self.screen = Screen(id: id, route: route, params: params, state: state)
  }

  /// The notification as an action.
  public var action: Action {
    var fields: JSONObject = [
      "screen": [
        "id": .string(screen.id), "route": .string(screen.route), "params": .object(screen.params),
        "state": screen.state,
      ]
    ]
    fields["result"] = result
    return Action(Self.type, fields)
  }
}
