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
  /// The id of the recipient's session, or its key if `namesKey`.
  public let recipient: String
  /// Whether the recipient may be named by its key.
  package let namesKey: Bool
  /// The action to perform in that session.
  public let action: Action

  /// Creates a message.
  public init(to recipient: String, _ action: Action) {
    self.init(to: recipient, namesKey: false, action)
  }

  init(to recipient: String, namesKey: Bool, _ action: Action) {
    self.recipient = recipient
    self.namesKey = namesKey
    self.action = action
  }
}
