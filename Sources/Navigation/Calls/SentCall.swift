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
