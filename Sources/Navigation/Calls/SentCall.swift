import JSON

/// A request to another server that a step has made, with the actions for its answer.
public struct SentCall: Sendable, Equatable {
  /// The screen that acts; nil: the app.
  public let screen: Screen.ID?
  /// The request.
  public let request: CallRequest
  /// The actions for the answer.
  package let reply: CallReply
}

/// A call with a name, by which it is replaced or ended.
package struct NamedCall: Sendable, Equatable {
  let id: String
  let screen: Screen.ID?

  /// Creates the name of a call; nil if the call has none.
  package init?(id: String?, screen: Screen.ID?) {
    guard let id else { return nil }
    self.init(id: id, screen: screen)
  }

  init(id: String, screen: Screen.ID?) {
    self.id = id
    self.screen = screen
  }
}

extension SentCall {
  /// The name; nil: it has none.
  var name: NamedCall? { NamedCall(id: reply.id, screen: screen) }
}

/// The answer to a call.
public enum CallAnswer: Sendable, Equatable {
  /// The server has answered.
  case response(status: Int, body: JSONValue)
  /// There is no answer. The reason is a word for the definition, such as `timeout`.
  case failure(reason: String)

  /// The variable `answer` of expressions.
  var json: JSONValue {
    switch self {
    case .response(let status, let body): ["status": .integer(Int64(status)), "body": body]
    case .failure(let reason): ["reason": .string(reason)]
    }
  }
}
