import TestSupport
import Testing

@testable import CivilDates

@Suite("Time zones")
struct ZoneTests {
  @Test(
    "A zone has its exact name, which cannot lead to another file",
    arguments: [
      "", "Mars/Base", "europe/berlin", "Europe/Berlin ", "../etc/passwd", "/etc/passwd", "Europe", "Europe//Berlin",
      "Europe/../Europe/Berlin", "./UTC", "posix/UTC", "right/UTC", "posixrules", "localtime", "Factory", "tzdata.zi",
      "leapseconds", "UTC\n", "UTC\0", "Zürich", "Europe/", String(repeating: "a/", count: 10_000),
    ])
  func unknownNames(name: String) {
    #expect(Zone(name) == nil)
  }

  @Test("Every zone of the copy in the program can be read, and is equal to itself by name")
  func builtIn() throws {
    #expect(BuiltInZones.names.count > 550)
    for name in BuiltInZones.names {
      _ = try #require(BuiltInZones.zone(name))
      let zone = try #require(Zone(name))
      #expect(zone == Zone(name) && zone.name == name)
    }
    #expect(Zone("UTC") == .utc && Zone.utc != Zone("Europe/Berlin"))
    #expect(SystemZones(folder: "/etc")?.edition == nil)
  }

  @Test("An offset is found for any time", arguments: ["UTC", "Europe/Berlin", "Africa/Casablanca", "EST5EDT"])
  func anyTime(name: String) throws {
    let zone = try #require(Zone(name))
    let schedules = try (CronSchedule("0 0 29 2 *"), CronSchedule("0 * 29 2 *"))
    for time in [.min, -62_135_596_800, 0, 253_402_300_799, .max] as [Int64] {
      #expect(abs(zone.offset(at: time)) <= ZonePeriods.maximumOffset)
      for time in [time, time &* 1_000, time &* 1_000 &+ 999] {
        #expect(schedules.0.next(after: time, in: zone).map { $0 > time } != false)
        #expect(schedules.1.next(after: time, in: zone).map { $0 > time } != false)
      }
    }
  }

  @Test(
    "The system's zones and those of the copy agree on the past",
    .enabled(if: SystemZones.current != nil),
    arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"])
  func agreement(name: String) throws {
    let (system, copy) = try (#require(SystemZones.current?.zone(name)), #require(BuiltInZones.zone(name)))
    for time in stride(from: 0 as Int64, to: 1_750_000_000, by: 86_400 * 5 + 1_801) {
      #expect(system.period(at: time).offset == copy.period(at: time).offset)
    }
  }

  @Test("A damaged file is refused or read, and bounds offsets and searches in both cases")
  func damage() throws {
    var random = SplitMix64(seed: 7)
    for name in ["Europe/Berlin", "Africa/Casablanca", "America/Nuuk", "EST5EDT"] {
      let file = try #require(BuiltInZones.file(name))
      #expect(stride(from: 1, through: file.count, by: 17).allSatisfy { ZonePeriods(file: file.dropLast($0)) == nil })
      for _ in 0..<300 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: 0..<file.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        guard let periods = ZonePeriods(file: damaged) else { continue }
        let time = Int64.random(in: -62_135_596_800..<253_402_300_800, using: &random)
        #expect(abs(periods.period(at: time).offset) <= ZonePeriods.maximumOffset)
        #expect(abs(periods.firstTime(of: time) - time) <= ZonePeriods.maximumOffset)
      }
    }
  }

  @Test(
    "A rule for years to come is read in all its forms, and refused with a fault",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 7_200), ("<-03>3", -10_800), ("IST-1GMT0,M10.5.0,M3.5.0/1", 3_600),
      ("XXX3EDT4,0/0,J365/23", -14_400), ("AAA-2BBB,J60/0,J300/0", 10_800), ("AAA-2BBB-2:30:15,59/-167,299/167", 9_015),
      ("", nil), ("CET", nil), ("CET-25", nil), ("CET-1CEST", nil), ("CET-1CEST,M3.5.0", nil), ("<CET-1", nil),
      ("CET-1CEST,M13.5.0,M10.5.0", nil), ("CET-1CEST,M3.6.0,M10.5.0", nil), ("CET-1CEST,M3.5.0/168,M10.5.0", nil),
      ("CET-1CEST,J0,M10.5.0", nil), ("CET-1CEST,M3.5.0,M10.5.0,", nil), ("CET-99999999999999999999", nil),
    ])
  func rules(text: String, offset: Int?) {
    // 2040-07-01.
    #expect(YearlyRule(text)?.period(at: 2_224_713_600).offset == offset)
  }
}
