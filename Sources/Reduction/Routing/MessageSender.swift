/// A transport for the messages that a store sends to other sessions.
public protocol MessageSender: Sendable {
  /// Sends `message` to a session. Called in the order of the messages, without holding locks of the store.
  func send(_ message: any Message, to recipient: String)
}
