import JSON
import Navigation

/// A pending timer as it is stored: a row that is there for as long as the timer is pending.
package struct TimerRow: Sendable, Equatable {
  package var id: String
  /// nil: the app's own reducer asked.
  package var screen: String?
  package var effect: String
  /// Milliseconds since 1970.
  package var fireAt: Int64
  /// JSON.
  package var action: [UInt8]

  package init(id: String, screen: String?, effect: String, fireAt: Int64, action: [UInt8]) {
    self.id = id
    self.screen = screen
    self.effect = effect
    self.fireAt = fireAt
    self.action = action
  }
}

/// What a change does to the rows of its session's timers.
package enum TimerStep: Sendable, Equatable {
  case set(TimerRow)
  case remove(Timer.ID)
}

/// A pending timer as whoever keeps the time needs it.
package struct DueTimer: Sendable, Hashable {
  /// Milliseconds since 1970.
  package let fireAt: Int64
  package let session: SessionID
  package let timer: Timer.ID

  package init(fireAt: Int64, session: SessionID, timer: Timer.ID) {
    self.fireAt = fireAt
    self.session = session
    self.timer = timer
  }
}

/// Asks for pending timers in the order of `fireAt`, then of the session's text, then of the timer's id.
package struct TimerQuery: Sendable {
  /// Those that come after it in that order; nil: from the beginning.
  package let after: DueTimer?
  /// The latest `fireAt`.
  package let until: Int64
  /// At most so many.
  package let limit: Int

  package init(after: DueTimer?, until: Int64, limit: Int) {
    self.after = after
    self.until = until
    self.limit = limit
  }
}

extension TimerRow {
  init(_ timer: Timer) {
    self.init(
      id: timer.id, screen: timer.screen, effect: timer.effect, fireAt: timer.fireAt,
      action: JSONValue.object(timer.action.fields).bytes)
  }
}

extension TimerStep {
  /// What an edit does to the rows; nil: nothing.
  init?(_ edit: Edit) {
    switch edit {
    case .schedule(let timer): self = .set(TimerRow(timer))
    case .unschedule(let timer): self = .remove(timer.id)
    default: return nil
    }
  }
}
