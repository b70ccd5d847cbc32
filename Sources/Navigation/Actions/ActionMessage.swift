import Reduction

/// A message to another session: an action that is performed there as if one of its clients had sent it.
///
/// ``Action`` conforms. An app that models the recipient's actions as a type of its own converts them to JSON here.
public protocol ActionMessage: Message {
  var action: Action { get }
}

extension Action: ActionMessage {
  /// The action itself.
  public var action: Action { self }
}

/// A message that a reducer has sent to another session.
public struct SentMessage: Sendable, Equatable {
  /// The id of the recipient's session.
  public let recipient: String
  /// The action to perform in that session.
  public let action: Action

  /// Creates a message.
  public init(to recipient: String, _ action: Action) {
    self.recipient = recipient
    self.action = action
  }
}
