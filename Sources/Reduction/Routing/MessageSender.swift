/// Brings a store's messages to the stores of other sessions.
public protocol MessageSender: Sendable {
  /// Called in the order in which the store's reducer sent them; holds none of the store's locks.
  func send(_ message: any Message, to recipient: String)
}
