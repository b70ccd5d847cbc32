import TestSupport
import Testing

@testable import CivilDates

@Suite("Schedules against a walk from minute to minute")
struct CronWalkTests {
  private static let days: Int64 = 3
  private static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
  ]

  @Test("The next firing is the first minute of the zone's clock that the fields name", arguments: zones)
  func walk(name: String) throws {
    let zone = try #require(Zone(name))
    var random = SplitMix64(seed: 20_261_128)
    for _ in 0..<60 {
      let fields = randomFields(&random)
      let schedule = try CronSchedule(fields.joined(separator: " "))
      // Near a change of the clock, if there is one.
      let change = zone.periods.period(at: Int64.random(in: 1_262_304_000..<2_524_608_000, using: &random)).end
      let base = change == .max ? 1_800_000_000 : change
      let time = base + Int64.random(in: -100_000..<50_000, using: &random)
      let found = schedule.next(after: time * 1_000 + 999, in: zone).map { $0 / 1_000 }
      let expected = try walked(fields, after: time, zone)
      #expect(found.map { $0 < time + Self.days * 86_400 ? $0 : nil } == expected, "\(schedule.text) \(name) \(time)")
    }
  }

  private func randomFields(_ random: inout SplitMix64) -> [String] {
    let minute = ["*", "0", "30", "*/15", "10-50/20", "15,45"].randomElement(using: &random) ?? "*"
    let hour = ["*", "*", "0", "1-3", "2", "*/1", "0,2,23"].randomElement(using: &random) ?? "*"
    let days = [("*", "*"), ("*/2", "*"), ("*", "mon-fri"), ("1", "sun")].randomElement(using: &random) ?? ("*", "*")
    return [minute, hour, days.0, "*", days.1]
  }

  /// The first firing within some days, by looking at each minute of the zone's clock.
  private func walked(_ fields: [String], after time: Int64, _ zone: Zone) throws -> Int64? {
    let (minutes, hours) = try (CronField.minute.parse(fields[0][...]), CronField.hour.parse(fields[1][...]))
    let (days, weekdays) = try (CronField.day.parse(fields[2][...]), CronField.weekday.parse(fields[4][...]))
    var latest = time + Int64(zone.offset(at: time))
    // What the clock showed before it was turned back does not happen again.
    for past in (time - 9_000)..<time { latest = max(latest, past + Int64(zone.offset(at: past))) }
    var shown = latest / 60
    for now in stride(from: time - time % 60 + 60, to: time + Self.days * 86_400, by: 60) {
      let minute = (now + Int64(zone.offset(at: now))) / 60
      // All the minutes that the clock passes at once, or the present one alone where the hour is any.
      for passed in fields[1] == "*" ? [minute] : Array(min(shown, minute) + 1..<minute + 1) {
        let (day, hour) = (passed / 1_440, passed / 60 % 24)
        let isDay = days >> CivilDate(daysSince1970: Int(day)).day & 1 == 1
        let isWeekday = weekdays >> ((day + 4) % 7) & 1 == 1
        let isMatch = fields[2] == "*" || fields[4] == "*" ? isDay && isWeekday : isDay || isWeekday
        if minutes >> (passed % 60) & 1 == 1, hours >> hour & 1 == 1, isMatch { return now }
      }
      shown = max(shown, minute)
    }
    return nil
  }
}
