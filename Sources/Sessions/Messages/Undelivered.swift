import Navigation

/// A message that was refused or whose recipient does not exist.
package struct Undelivered: Sendable {
  package let message: MessageRow
  /// The refusal; nil: the recipient does not exist.
  package let refused: Refused?
}
