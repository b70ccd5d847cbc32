import JSON

/// The state of a screen: a text that can be edited.
public struct RoutingState: Equatable, Sendable {
  /// The text.
  public var text: String

  /// Creates a state.
  public init(text: String = "") {
    self.text = text
  }
}

extension RoutingState: JSONConvertible {
  /// Reads `{"text": "…"}`.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, case .string(let text)? = members["text"] else {
      throw JSONMismatch(expected: "{\"text\": t} with a string t", found: json)
    }
    self.text = text
  }

  /// `{"text": "…"}`.
  public var json: JSONValue { ["text": .string(text)] }
}
