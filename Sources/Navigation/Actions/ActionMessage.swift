import Reduction

/// A message that a session can be sent: an action, done there as if one of its clients had sent it.
///
/// An ``Action`` is one already. An app that knows the recipient's actions by another type says what they are as JSON.
public protocol ActionMessage: Message {
  var action: Action { get }
}

extension Action: ActionMessage {
  public var action: Action { self }
}

/// A message that a reducer sent, on its way out of the session.
public struct SentMessage: Sendable, Equatable {
  /// A session's id, as the reducer gave it.
  public let recipient: String
  public let action: Action

  public init(to recipient: String, _ action: Action) {
    self.recipient = recipient
    self.action = action
  }
}
