/// What an app does when a session has had no action for a while: a kiosk goes home, a cart is cleared.
///
/// Begins with each action that changed the session, and rests once it was carried out until the next one.
public struct Idle: Sendable {
  public let action: Action
  /// Milliseconds.
  package let span: Int64

  /// - Parameter span: From the last action that changed the session; a millisecond at least.
  public init(after span: Duration, _ action: Action) {
    let (seconds, attoseconds) = span.components
    self.span = max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    self.action = action
  }
}

/// The timer that an idle rule keeps. It is not written anew with each action: the session's own time of change says
/// how far its moment has moved, as long as all its changes were actions.
extension Timer {
  /// Its moment has moved with the session's last change.
  fileprivate static let moving = "navstate.idle"
  /// Other changes have followed the last action: its moment stands.
  fileprivate static let standing = "navstate.idle.standing"

  package var isIdle: Bool { screen == nil && (effect == Self.moving || effect == Self.standing) }

  /// - Parameter lastChange: When the session last changed, in milliseconds since 1970.
  package func moment(_ idle: Idle?, lastChange: Int64) -> Int64 {
    guard let idle, screen == nil, effect == Self.moving else { return fireAt }
    return max(fireAt, lastChange + idle.span)
  }
}

extension Draft {
  /// An action has changed the session: the rule begins anew.
  package mutating func restart(_ idle: Idle) {
    let pending = tree.timers.filter(\.isIdle)
    if pending.count == 1, pending[0].effect == Timer.moving { return }
    for timer in pending { perform(.unschedule(timer)) }
    schedule(idle, as: Timer.moving, at: now + idle.span)
  }

  /// Something else changes the session, which is not to look like an action.
  ///
  /// - Parameter lastChange: When the session last changed, in milliseconds since 1970.
  package mutating func stand(_ idle: Idle, lastChange: Int64) {
    guard let timer = tree.timer(Timer.moving, of: nil) else { return }
    perform(.unschedule(timer))
    schedule(idle, as: Timer.standing, at: timer.moment(idle, lastChange: lastChange))
  }

  private mutating func schedule(_ idle: Idle, as effect: String, at moment: Int64) {
    perform(
      .schedule(
        Timer(
          id: makeTimerID(), screen: nil, effect: effect, fireAt: min(moment, Timer.moments.upperBound),
          action: idle.action)))
  }
}
