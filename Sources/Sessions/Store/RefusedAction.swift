import Navigation

/// A refused action, as sent to event subscribers. The history records refusals of timers only.
package struct RefusedAction: Sendable {
  /// The session's revision, which the refusal did not change.
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  /// The action as received, as JSON text.
  package let action: [UInt8]
  package let actor: String?
  package let refused: Refused
}

extension SessionStore {
  /// Sends a refusal to the subscribers that want refusals, after the pending changes that it depends on are durable.
  func tell(
    of refused: Refused, _ request: @autoclosure () -> ActionRequest, _ state: inout State,
    _ environment: SessionEnvironment
  ) {
    guard !state.subscriptions.isEmpty else { return }
    let curious = state.subscriptions.map(\.listener).filter(\.wantsRefusals)
    guard !curious.isEmpty else { return }
    let request = request()
    let refusal = RefusedAction(
      revision: state.revision, at: state.draft.now, action: request.sent, actor: request.actor, refused: refused)
    guard !state.pending.isEmpty else { return environment.broadcaster.announce(refusal, to: curious) }
    state.whenCommitted { environment.broadcaster.announce(refusal, to: curious) }
  }
}
