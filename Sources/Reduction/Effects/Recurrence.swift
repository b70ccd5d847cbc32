import CivilDates

/// The times of an effect that is fed back again and again: at an interval, or by the five fields of cron.
///
/// ```swift
/// return .every(id: "refresh", .interval(.seconds(60)), .refresh)
/// return .every(id: "close", try .cron("0 22 * * 1-5", zone: "Europe/Berlin"), .close)
/// ```
public struct Recurrence: Sendable, Hashable {
  /// The treatment of firings that fell due while the server was down.
  public enum Missed: String, Sendable, Hashable {
    /// They fire once, at the start.
    case once
    /// They do not fire.
    case skip
  }

  package enum Rule: Sendable, Hashable {
    /// Milliseconds.
    case interval(Int64)
    case cron(CronSchedule, Zone)
  }

  package let rule: Rule
  /// The interval or the fields as they were written.
  package let text: String
  /// The time before which nothing fires, in milliseconds since 1970: of an interval the first firing. Nil: an interval
  /// begins when the effect is set, and its first firing is one interval later.
  public var from: Int64?
  /// The last time at which something may fire, in milliseconds since 1970; nil: no end.
  public var until: Int64?
  /// The treatment of missed firings.
  public var missed = Missed.once

  package init(_ rule: Rule, text: String) {
    self.rule = rule
    self.text = text
  }

  /// The intervals in milliseconds: from a second to 366 days.
  package static let intervals: ClosedRange<Int64> = 1_000...31_622_400_000

  /// Fires at an interval, without drift.
  ///
  /// - Parameter interval: From a second to 366 days; what is shorter or longer counts as these.
  public static func interval(_ interval: Duration) -> Recurrence {
    let seconds = min(max(interval.components.seconds, 0), intervals.upperBound / 1_000)
    let rest = interval.components.attoseconds / 1_000_000_000_000_000
    let milliseconds = min(max(seconds * 1_000 + rest, intervals.lowerBound), intervals.upperBound)
    let (whole, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(1_000 + fraction).dropFirst()
    return Recurrence(.interval(milliseconds), text: fraction == 0 ? "PT\(whole)S" : "PT\(whole).\(digits)S")
  }

  /// Fires at the times of a zone that fit five fields: minute, hour, day of the month, month, day of the week.
  ///
  /// - Parameter zone: A name of the IANA database such as `Europe/Berlin`.
  /// - Throws: The reason for which the fields or the zone cannot be used.
  public static func cron(_ fields: String, zone: String = "UTC") throws(RecurrenceFault) -> Recurrence {
    guard let known = Zone(zone) else { throw RecurrenceFault(zone: zone) }
    do throws(CronFault) {
      return Recurrence(.cron(try CronSchedule(fields), known), text: fields)
    } catch {
      throw RecurrenceFault(description: error.description)
    }
  }
}

/// The reason for which the fields of a ``Recurrence`` or its zone cannot be used.
public struct RecurrenceFault: Error, CustomStringConvertible {
  public let description: String
}

extension RecurrenceFault {
  package init(zone: String) {
    self.init(
      description:
        "There is no time zone \"\(zone)\"; write the exact name of the IANA database, such as \"Europe/Berlin\".")
  }
}

extension Recurrence {
  /// The zone of the fields; nil: an interval.
  package var zone: String? {
    if case .cron(_, let zone) = rule { zone.name } else { nil }
  }

  /// This recurrence for an effect that is set at a time, which an interval counts from, and its first firing; nil: it
  /// has none. All in milliseconds since 1970.
  package func set(at now: Int64) -> (Recurrence, first: Int64)? {
    var recurrence = self
    if case .interval(let interval) = rule, from == nil { recurrence.from = now + interval }
    // What begins now, fires now.
    return recurrence.next(after: from.map { $0 >= now } == true ? now - 1 : now).map { (recurrence, $0) }
  }

  /// The first firing after a time, both in milliseconds since 1970; nil: there is none.
  package func next(after time: Int64) -> Int64? {
    let next: Int64? =
      switch rule {
      case .cron(let schedule, let zone):
        schedule.next(after: max(time, from.map { $0 > .min ? $0 - 1 : $0 } ?? time), in: zone)
      case .interval(let interval): Self.next(after: time, from: from ?? time, interval)
      }
    return next.flatMap { $0 <= until ?? .max ? $0 : nil }
  }

  private static func next(after time: Int64, from start: Int64, _ interval: Int64) -> Int64? {
    guard time >= start else { return start }
    let (passed, isOver) = time.subtractingReportingOverflow(start)
    let (offset, isFar) = (passed / interval + 1).multipliedReportingOverflow(by: interval)
    let (next, isBeyond) = start.addingReportingOverflow(offset)
    return isOver || isFar || isBeyond ? nil : next
  }
}
