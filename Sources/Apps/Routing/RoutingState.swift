import JSON

/// What one screen of a flow knows: a text that can be edited.
public struct RoutingState: Equatable, Sendable {
  public var text: String

  public init(text: String = "") {
    self.text = text
  }
}

extension RoutingState: JSONConvertible {
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, case .string(let text)? = members["text"] else {
      throw JSONMismatch(expected: "{\"text\": t} with a string t", found: json)
    }
    self.text = text
  }

  public var json: JSONValue { ["text": .string(text)] }
}
