import JSON
import Navigation

/// The row of a pending timer.
package struct TimerRow: Sendable, Equatable {
  package var id: String
  /// The screen that started the timer; nil: the app's own reducer.
  package var screen: String?
  package var effect: String
  /// Milliseconds since 1970.
  package var fireAt: Int64
  /// JSON.
  package var action: [UInt8]
  /// JSON; nil: the timer fires once.
  package var recurrence: [UInt8]?

  package init(
    id: String, screen: String?, effect: String, fireAt: Int64, action: [UInt8], recurrence: [UInt8]? = nil
  ) {
    self.id = id
    self.screen = screen
    self.effect = effect
    self.fireAt = fireAt
    self.action = action
    self.recurrence = recurrence
  }
}

/// A change of a row of the timers table.
package enum TimerStep: Sendable, Equatable {
  case set(TimerRow)
  case remove(Timer.ID)
}

/// A pending timer as the scheduler needs it.
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

/// A query for pending timers in the order of `fireAt`, then of the session's text, then of the timer's id.
package struct TimerQuery: Sendable {
  /// Only timers after this one; nil: from the beginning.
  package let after: DueTimer?
  /// The latest `fireAt`.
  package let until: Int64
  /// The maximum number of timers.
  package let limit: Int
  /// Only timers of sessions in these shares; nil: all.
  package let partitions: PartitionSet?

  package init(after: DueTimer?, until: Int64, limit: Int, partitions: PartitionSet? = nil) {
    self.after = after
    self.until = until
    self.limit = limit
    self.partitions = partitions
  }
}

extension TimerRow {
  init(_ timer: Timer) {
    self.init(
      id: timer.id, screen: timer.screen, effect: timer.effect, fireAt: timer.fireAt,
      action: JSONValue.object(timer.action.fields).bytes,
      recurrence: timer.storedRecurrence.map { JSONValue.object($0).bytes })
  }
}

extension [Edit] {
  /// Whether these are the edits of a firing of a recurring timer. Such a change does not keep a session from expiring.
  func isFiringOfRecurrence(by actor: String?) -> Bool {
    // A firing begins with the end of its timer.
    guard actor == "timer", case .unschedule(let timer)? = first else { return false }
    return timer.recurrence != nil
  }
}

extension TimerStep {
  /// The row change that belongs to an edit; nil: none.
  init?(_ edit: Edit) {
    switch edit {
    case .schedule(let timer): self = .set(TimerRow(timer))
    case .unschedule(let timer): self = .remove(timer.id)
    default: return nil
    }
  }
}
