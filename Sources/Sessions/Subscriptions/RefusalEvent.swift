import Navigation

/// A refused action, as sent to event subscribers. The history records refusals of timers only.
package struct RefusalEvent: Sendable {
  /// The session's revision, which the refusal did not change.
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  /// The action as received, as JSON text.
  package let action: [UInt8]
  package let origin: ChangeOrigin
  package let refused: ActionError
}
