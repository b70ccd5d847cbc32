import JSON

/// An action as it was sent: the only way to change a session.
public struct Action: Sendable, Equatable {
  public let type: String
  /// All its members, `type` included.
  public let fields: JSONObject

  public init(_ type: String, _ fields: JSONObject = [:]) {
    self.type = type
    var all: JSONObject = ["type": .string(type)]
    all.merge(fields)
    self.fields = all
  }

  /// Reads an action from a JSON value.
  public init(json: JSONValue) throws(Refused) {
    guard case .object(let fields) = json else {
      throw .invalid("not-an-action", "An action is a JSON object with a `type`; this is \(json.kind).")
    }
    guard let type = fields["type"] else {
      throw .invalid(
        "not-an-action", "An action needs a `type`, such as {\"type\": \"push\", \"route\": …}.", at: "type")
    }
    guard case .string(let name) = type else {
      throw .invalid("not-an-action", "The `type` of an action is a string; this is \(type.kind).", at: "type")
    }
    self.type = name
    self.fields = fields
  }

  /// The container it is meant for, when it names one.
  var target: Container.ID? {
    get throws(Refused) { try string("target") }
  }

  /// The screen it acts from, when it names one.
  var source: Screen.ID? {
    get throws(Refused) { try string("source") }
  }

  /// What the screen that it closes leaves to whoever opened it; nil: nothing, it was cancelled.
  var result: JSONValue? { fields["result"] }

  private func string(_ name: String) throws(Refused) -> String? {
    guard let value = fields[name] else { return nil }
    guard case .string(let text) = value else {
      throw .invalid("bad-field", "`\(name)` is a string, an id; this is \(value.kind).", at: name)
    }
    return text
  }
}
