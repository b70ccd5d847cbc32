import Navigation

/// A message that was refused or whose recipient does not exist.
package struct Undelivered: Sendable {
  package let message: MessageRow
  /// The refusal; nil: the recipient does not exist.
  package let refused: ActionError?
}

extension ActionError {
  /// The refusal of a message whose recipient does not exist.
  static let noRecipient = ActionError.absent(
    "no-such-recipient", "No session has the id or key that the message was for.")
}
