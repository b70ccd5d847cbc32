/// The condition for the deletion of a session that is not used any more.
package struct Expiry: Sendable, Equatable {
  /// Milliseconds since 1970.
  let now: Int64
  /// Milliseconds after the last change, for sessions without an expiry of their own; nil: they do not expire.
  package let age: Int64?

  /// Whether a session expires.
  func applies(to state: borrowing SessionStore.State) -> Bool {
    state.pending.isEmpty && state.subscriptions.count == 0 && hasCome(for: state)
  }

  /// Whether a session was not changed for so long that it expires unless it is used.
  func hasCome(for state: borrowing SessionStore.State) -> Bool {
    guard let age = state.metadata.expires ?? age else { return false }
    return state.activeAt + age <= now
  }
}
