/// An action to perform after a period without actions: a kiosk returns to its start screen, a cart is cleared.
///
/// The period restarts with each action that changes the session. After the action was performed, the rule
/// pauses until the next one.
public struct Idle: Sendable {
  /// The action to perform.
  public let action: Action
  /// The length of the period in milliseconds.
  package let span: Int64

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - span: The length of the period, counted from the last action that changed the session; at least a millisecond.
  ///   - action: The action to perform.
  public init(after span: Duration, _ action: Action) {
    let (seconds, attoseconds) = span.components
    self.span = max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    self.action = action
  }
}

/// The timer of an idle rule. It is not stored again with each action: while all changes are actions, its due time
/// follows from the time of the session's last change.
extension Timer {
  /// The due time follows from the session's last change.
  fileprivate static let moving = "navstate.idle"
  /// Other changes have followed the last action: the stored due time counts.
  fileprivate static let standing = "navstate.idle.standing"

  package var isIdle: Bool { screen == nil && (effect == Self.moving || effect == Self.standing) }

  /// - Parameter lastChange: The time of the session's last change, in milliseconds since 1970.
  package func moment(_ idle: Idle?, lastChange: Int64) -> Int64 {
    guard let idle, screen == nil, effect == Self.moving else { return fireAt }
    return max(fireAt, lastChange + idle.span)
  }
}

extension Draft {
  /// Restarts the rule after an action has changed the session.
  package mutating func restart(_ idle: Idle) {
    let pending = tree.timers.filter(\.isIdle)
    if pending.count == 1, pending[0].effect == Timer.moving { return }
    for timer in pending { perform(.unschedule(timer)) }
    schedule(idle, as: Timer.moving, at: now + idle.span)
  }

  /// Fixes the due time before a change that is not an action.
  ///
  /// - Parameter lastChange: The time of the session's last change, in milliseconds since 1970.
  package mutating func fixTime(of idle: Idle, lastChange: Int64) {
    guard let timer = tree.timer(Timer.moving, of: nil) else { return }
    perform(.unschedule(timer))
    schedule(idle, as: Timer.standing, at: timer.moment(idle, lastChange: lastChange))
  }

  private mutating func schedule(_ idle: Idle, as effect: String, at moment: Int64) {
    let fireAt = min(moment, Timer.moments.upperBound)
    perform(.schedule(Timer(id: makeTimerID(), screen: nil, effect: effect, fireAt: fireAt, action: idle.action)))
  }
}
