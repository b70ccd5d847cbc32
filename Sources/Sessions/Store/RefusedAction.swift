import Navigation

/// An action that was not carried out, as those are told who want to hear of it. The history keeps those of timers only.
package struct RefusedAction: Sendable {
  /// The revision that the session had, and has.
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  /// As it was sent: JSON.
  package let action: [UInt8]
  package let actor: String?
  package let refused: Refused
}

extension SessionStore {
  /// Tells those who want to hear of it that an action was refused, once what that rests on is durable.
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
