import CEL
import Testing

@testable import CivilDates

@Suite("Schedules of five fields")
struct CronScheduleTests {
  @Test(
    "The next firing is that which the calendar and the zone's clock show",
    arguments: [
      ("0 22 * * 1-5", "Europe/Berlin", "2026-01-02T21:00:00Z", "2026-01-05T21:00:00Z"),
      ("* * * * *", "UTC", "2026-01-02T11:59:01.999Z", "2026-01-02T12:00:00Z"),
      ("0 0 1 1 *", "Pacific/Apia", "2011-12-31T00:00:00Z", "2011-12-31T10:00:00Z"),
      ("0 0 13 * 5", "UTC", "2026-03-14T00:00:00Z", "2026-03-20T00:00:00Z"),
      ("0 0 1-31 * 5", "UTC", "2026-03-14T00:00:00Z", "2026-03-15T00:00:00Z"),
      ("0 0 30 2 */2", "UTC", "2026-03-14T00:00:00Z", "2027-02-02T00:00:00Z"),
      ("0 0 * * 7", "UTC", "2026-03-02T00:00:00Z", "2026-03-08T00:00:00Z"),
      ("0 0 * FEB Mon-tue", "UTC", "2026-03-02T00:00:00Z", "2027-02-01T00:00:00Z"),
      ("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00Z"),
      ("10-40/15 0 * * *", "UTC", "2026-03-06T00:25:00Z", "2026-03-06T00:40:00Z"),
    ])
  func calendar(schedule: String, zone: String, time: String, expected: String) throws {
    #expect(try next(schedule, zone, time) == expected)
  }

  @Test(
    "Where the hour is restricted, a skipped time fires at the end of the gap and a repeated one the first time only",
    arguments: [
      ("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
      ("30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", "2026-10-26T01:30:00Z"),
      ("0,20,40 2 * * *", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"),
      ("45 2 4 10 *", "Australia/Lord_Howe", "2026-10-03T12:00:00Z", "2026-10-03T15:45:00Z"),
      ("45 1 5 4 *", "Australia/Lord_Howe", "2026-04-04T00:00:00Z", "2026-04-04T14:45:00Z"),
      ("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", "2011-12-30T10:00:00Z"),
    ])
  func restrictedHour(schedule: String, zone: String, time: String, expected: String) throws {
    #expect(try next(schedule, zone, time) == expected)
  }

  @Test(
    "Where the hour is *, the minutes of a gap do not occur, and those of an overlap occur twice",
    arguments: [
      ("30 * * * *", "Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"),
      ("30 * * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
      ("30 */1 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z"),
      ("15 * * * *", "Australia/Lord_Howe", "2026-10-03T15:15:00Z", "2026-10-03T16:15:00Z"),
      ("45 * * * *", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"),
      ("0 * 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", "2012-12-29T10:00:00Z"),
    ])
  func anyHour(schedule: String, zone: String, time: String, expected: String) throws {
    #expect(try next(schedule, zone, time) == expected)
  }

  private func next(_ schedule: String, _ zone: String, _ time: String) throws -> String? {
    let time = try #require(CELTimestamp(time))
    let next = try CronSchedule(schedule).next(after: time.milliseconds, in: try #require(Zone(zone)))
    return next.flatMap(CELTimestamp.init(milliseconds:))?.description
  }
}
