import JSON

/// The action `closed`: a screen has gone, and this is for whoever opened it.
///
/// Made by the server, in the change that removes the screen. Comes to a feature that says it hears of it, and from
/// nobody else: a feature does not list it among its actions.
public struct ScreenClosed: Sendable, Equatable {
  public static let type = "closed"

  /// The screen as it was last, without its content.
  public let screen: Screen
  /// The `result` of the action that closed it; nil: cancelled.
  public let result: JSONValue?

  public init(_ screen: Screen, result: JSONValue? = nil) {
    self.screen = Screen(id: screen.id, route: screen.route, params: screen.params, state: screen.state)
    self.result = result
  }
}

extension ScreenClosed {
  /// Reads what ``action`` has written.
  public init(_ action: Action) throws(Refused) {
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
