/// A schedule of five fields, as cron has them: minute, hour, day of month, month and day of week.
///
/// With an hour other than `*`, a skipped local time becomes the end of the gap, and a repeated one counts once, at its
/// first occurrence. With `*`, the schedule follows the wall clock through gaps and repetitions.
package struct CronSchedule: Sendable, Hashable {
  package let text: String
  private let fields: CronFields

  /// The period that is searched for a firing, in seconds: leap days can be eight years apart.
  private static let horizon: Int64 = 9 * 366 * 86_400

  package init(_ text: String) throws(CronFault) {
    self.text = text
    fields = try CronFields(text)
  }

  /// The first firing after a time, both in milliseconds since 1970; nil when none comes, or the time is outside the
  /// years 1 to 9999.
  package func next(after milliseconds: Int64, in zone: Zone) -> Int64? {
    let seconds = milliseconds.flooredDivision(by: 1_000).quotient
    guard YearlyRule.years.contains(seconds) else { return nil }
    let end = min(seconds + Self.horizon, YearlyRule.years.upperBound)
    let next = fields.anyHour ? following(seconds, before: end, zone) : adjusted(seconds, before: end, zone)
    return next.flatMap { $0 < end ? $0 * 1_000 : nil }
  }

  /// The first firing at a minute that the wall clock shows.
  private func following(_ seconds: Int64, before end: Int64, _ zone: Zone) -> Int64? {
    var period = zone.periods.period(at: seconds)
    var minute = (seconds + Int64(period.offset)).flooredDivision(by: 60).quotient + 1
    while true {
      let offset = Int64(period.offset)
      let local = min(period.end, end) + offset
      if let found = fields.first(from: minute, before: local.roundedUpDivision(by: 60)) { return found * 60 - offset }
      guard period.end < end else { return nil }
      let start = period.end
      period = zone.periods.period(at: start)
      minute = (start + Int64(period.offset)).roundedUpDivision(by: 60)
    }
  }

  /// The first firing at a local time, which may be skipped or happen twice.
  private func adjusted(_ seconds: Int64, before end: Int64, _ zone: Zone) -> Int64? {
    let last = (end + Int64(ZonePeriods.maximumOffset)).flooredDivision(by: 60).quotient
    // Local times up to the present one were shown already, so that they are not candidates.
    var minute = (seconds + Int64(zone.offset(at: seconds))).flooredDivision(by: 60).quotient + 1
    while let found = fields.first(from: minute, before: last) {
      let time = zone.periods.firstTime(of: found * 60)
      if time > seconds { return time }
      // The clock has been turned back: it showed this minute, and all others until it was turned back, before.
      let period = zone.periods.period(at: time)
      let shown = period.end <= seconds ? (period.end + Int64(period.offset)).roundedUpDivision(by: 60) : 0
      minute = max(found + 1, shown)
    }
    return nil
  }
}

extension Int64 {
  fileprivate func roundedUpDivision(by divisor: Int64) -> Int64 {
    (self + divisor - 1).flooredDivision(by: divisor).quotient
  }
}
