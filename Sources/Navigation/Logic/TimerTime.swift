import CEL
import JSON
import Reduction

/// When a timer of an app definition fires.
public enum TimerTime: Sendable {
  case after(Duration)
  /// An expression of a duration or of a number of seconds.
  case afterValue(TextTemplate)
  /// An expression of a timestamp.
  case at(TextTemplate)
  /// Again and again. The expressions give the first and the last time, instead of those that the recurrence has.
  case every(Recurrence, from: TextTemplate?, until: TextTemplate?)
}

extension ActionReducer {
  /// Starts a timer of the definition.
  mutating func start(
    _ template: ValueTemplate, _ time: TimerTime, as name: EffectID, _ scope: LogicScope, _ draft: inout Draft
  ) throws(ActionError) {
    let action = try Action(json: try json(template, scope, draft))
    try draft.schedule(action, as: name, of: scope.screen, try moment(time, scope, draft))
  }

  private mutating func moment(
    _ time: TimerTime, _ scope: LogicScope, _ draft: Draft
  ) throws(ActionError) -> EffectTime {
    switch time {
    case .after(let delay): return .after(delay)
    case .afterValue(let expression): return .after(try delay(expression, scope, draft))
    case .at(let expression): return .at(try timestamp(expression, "at", scope, draft))
    case .every(var recurrence, let from, let until):
      if let from { recurrence.from = try timestamp(from, "from", scope, draft) }
      if let until { recurrence.until = try timestamp(until, "until", scope, draft, isLast: true) }
      return .every(recurrence)
    }
  }

  private mutating func delay(
    _ expression: TextTemplate, _ scope: LogicScope, _ draft: Draft
  ) throws(ActionError) -> Duration {
    let value = try expression.value(scope, app, draft, &run.budget)
    switch value {
    case .duration(let duration): return .nanoseconds(duration.nanoseconds)
    case .int(let seconds): return .seconds(min(max(seconds, 0), Self.longestDelay))
    case .double(let seconds) where !seconds.isNaN:
      return .milliseconds(Int64((min(max(seconds, 0), Double(Self.longestDelay)) * 1_000).rounded(.up)))
    default: throw .wrongType(of: "after", "a duration or a number of seconds", value)
    }
  }

  /// In seconds, far beyond the limit of timers.
  private static var longestDelay: Int64 { 1_000_000_000_000 }

  /// In milliseconds since 1970.
  ///
  /// - Parameter isLast: Whether the time is the last one of several, which a part of a millisecond does not make later.
  private mutating func timestamp(
    _ expression: TextTemplate, _ name: String, _ scope: LogicScope, _ draft: Draft, isLast: Bool = false
  ) throws(ActionError) -> Int64 {
    let value = try expression.value(scope, app, draft, &run.budget)
    guard case .timestamp(let time) = value else { throw .wrongType(of: name, "a timestamp", value) }
    let isCut = time.nanoseconds % 1_000_000 != 0
    return isCut && !isLast ? time.milliseconds + 1 : time.milliseconds
  }
}

extension ActionError {
  fileprivate static func wrongType(of name: String, _ wanted: String, _ value: CELValue) -> ActionError {
    .forbidden("wrong-type", "`\(name)` of a timer must be \(wanted); it is \(value.kind.rawValue).")
  }
}
