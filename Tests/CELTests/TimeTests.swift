import CEL
import Testing

@Suite("Timestamps and durations")
struct TimeTests {
  @Test(
    "Timestamps and durations are parsed and written",
    arguments: [
      ("timestamp('2009-02-13T23:31:30Z')", "2009-02-13T23:31:30Z"),
      ("timestamp('2009-02-13T23:31:30.250+05:30')", "2009-02-13T18:01:30.25Z"),
      ("timestamp('0001-01-01T00:00:00Z')", "0001-01-01T00:00:00Z"),
      ("timestamp('9999-12-31T23:59:59.999999999Z')", "9999-12-31T23:59:59.999999999Z"),
      ("duration('1h45m47s')", "6347s"), ("duration('-1.5s')", "-1.5s"), ("duration('250ms')", "0.25s"),
      ("duration('1us')", "0.000001s"),
      ("duration('0')", "0s"), ("duration('1.000000001s')", "1.000000001s"), ("duration('-1h1ns')", "-3600.000000001s"),
    ])
  func texts(source: String, expected: String) {
    #expect(result(of: "string(\(source))") == "string \"\(expected)\"")
  }

  @Test(
    "Invalid timestamps and durations are errors",
    arguments: [
      "timestamp('2023-02-29T00:00:00Z')", "timestamp('2023-01-01')", "timestamp('2023-01-01T24:00:00Z')",
      "timestamp('0000-01-01T00:00:00Z')",
      "timestamp('10000-01-01T00:00:00Z')", "timestamp('2023-01-01T00:00:00')", "timestamp('2023-01-01T00:00:00.Z')",
      "duration('')", "duration('-')",
      "duration('1')", "duration('1h ')", "duration('h')", "duration('9999999h')", "duration('.s')",
    ])
  func wrong(source: String) {
    #expect(result(of: source).contains("(column 1)"))
  }

  @Test(
    "Timestamps and durations are added, subtracted and compared",
    arguments: [
      "timestamp('2009-02-13T23:00:00Z') + duration('240s') == timestamp('2009-02-13T23:04:00Z')",
      "duration('1ns') + timestamp(0) == timestamp('1970-01-01T00:00:00.000000001Z')",
      "timestamp('0001-01-01T00:00:01.999999999Z') + duration('999999999ns') == timestamp('0001-01-01T00:00:02.999999998Z')",
      "timestamp(100) - timestamp(40) == duration('1m')", "timestamp(100) - duration('100s') == timestamp(0)",
      "duration('1h') - duration('1m') == duration('59m')", "duration('1m') < duration('1h')",
      "timestamp(1) > timestamp(0)",
    ])
  func arithmetic(source: String) {
    #expect(holds(source))
  }

  @Test(
    "Arithmetic beyond the range of timestamps and durations is an error",
    arguments: [
      "timestamp('9999-12-31T23:59:59.999999999Z') + duration('1ns')",
      "timestamp('0001-01-01T00:00:00Z') - duration('1ns')",
      "duration('9223372036s') + duration('9223372036s')",
      "timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')",
    ])
  func ranges(source: String) {
    #expect(result(of: source).contains("is out of range"))
  }

  @Test(
    "The parts of a timestamp are given in UTC or in a time zone",
    arguments: [
      (".getFullYear()", 2009), (".getMonth()", 1), (".getDate()", 13), (".getDayOfMonth()", 12),
      (".getDayOfWeek()", 5), (".getDayOfYear()", 43),
      (".getHours()", 23), (".getMinutes()", 31), (".getSeconds()", 30), (".getMilliseconds()", 250),
      (".getHours('+11:00')", 10),
      (".getHours('02:00')", 1), (".getMinutes('-09:30')", 1), (".getDate('Australia/Sydney')", 14),
      (".getMinutes('Asia/Kathmandu')", 16),
      (".getHours('Europe/Berlin')", 0), (".getDayOfYear('US/Central')", 43), (".getMilliseconds('UTC')", 250),
    ])
  func parts(call: String, expected: Int) {
    #expect(result(of: "timestamp('2009-02-13T23:31:30.25Z')\(call)") == "int \(expected)")
  }

  @Test("The parts of a duration are whole units, and the milliseconds are those within a second")
  func durationParts() {
    #expect(
      holds(
        "duration('3730s').getHours() == 1 && duration('3730s').getMinutes() == 62 && duration('-90s').getMinutes() == -1"
      ))
    #expect(holds("duration('1.234s').getMilliseconds() == 234 && duration('1.9s').getSeconds() == 1"))
    #expect(result(of: "timestamp(0).getHours('Mars/Base')").hasPrefix("unknown time zone"))
  }

  @Test(
    "Time zones follow daylight saving time, also after the last recorded change",
    arguments: [
      ("2026-03-29T00:59:59Z", "Europe/Berlin", 1), ("2026-03-29T01:00:00Z", "Europe/Berlin", 3),
      ("2090-07-01T12:00:00Z", "Europe/Berlin", 14),
      ("2090-10-29T00:59:59Z", "Europe/Berlin", 2), ("2090-10-29T01:00:00Z", "Europe/Berlin", 2),
      ("2090-01-01T12:00:00Z", "Australia/Sydney", 23),
      ("2090-07-01T12:00:00Z", "Australia/Sydney", 22), ("1800-01-01T12:00:00Z", "Europe/Berlin", 12),
      ("9999-12-31T23:59:59Z", "America/New_York", 18),
    ])
  func zones(time: String, zone: String, hour: Int) {
    #expect(result(of: "timestamp('\(time)').getHours('\(zone)')") == "int \(hour)")
  }

  @Test(
    "The next time of a schedule is a timestamp",
    arguments: [
      ("t.next('0 22 * * 1-5', 'Europe/Berlin')", "timestamp \"2026-03-30T20:00:00Z\""),
      ("t.next('30 2 * * *', 'UTC').next('0 * * * *', 'UTC') - t", "duration \"10800s\""),
      ("t.next('0 24 * * *', 'UTC')", "A schedule's hour must be a number from 0 to 23; it is \"24\" (column 37)"),
      ("t.next('0 0 30 2 *', 'UTC')", "A schedule's day of month must be one that the months \"2\" have"),
      ("t.next('0 * * * *', 'Mars/Base')", "unknown time zone"),
      ("timestamp('9999-12-31T23:59:00Z').next('* * * * *', 'UTC')", "the next time of the schedule is out of range"),
      ("t.next(5, 'UTC')", "next does not apply to (timestamp, int, string)"),
      ("'2026'.next('0 * * * *', 'UTC')", "next does not apply to (string, string, string)"),
    ])
  func schedules(source: String, expected: String) {
    let source = source.replacing("t.next", with: "timestamp('2026-03-29T00:00:00.5Z').next")
      .replacing("- t", with: "- timestamp('2026-03-29T00:00:00Z')")
    #expect(result(of: source).hasPrefix(expected))
  }

  @Test("A call of a misspelled function, or with the wrong types, is a fault")
  func scheduleFaults() {
    #expect(fault(of: "t.next('0 * * * *', 'UTC') > t", ["t": .timestamp]) == nil)
    #expect(fault(of: "t.nextt('0 * * * *', 'UTC')", ["t": .timestamp]) == "unknown function nextt (column 3)")
    #expect(fault(of: "t.next('0 * * * *')", ["t": .timestamp]) == "next does not take 2 operands (column 3)")
    #expect(fault(of: "t.next(5, 'UTC')", ["t": .timestamp])?.hasPrefix("next does not apply to") == true)
  }

  @Test("A timestamp is converted from and to milliseconds")
  func milliseconds() {
    #expect(CELTimestamp(milliseconds: -1)?.description == "1969-12-31T23:59:59.999Z")
    #expect(CELTimestamp(milliseconds: 1_500)?.milliseconds == 1_500)
    #expect(CELTimestamp(milliseconds: .max) == nil)
  }
}
