import CivilDates
import TimeZones

/// A zone of the IANA time zone database, which is compiled in, so that the same expression has the same result on
/// every machine. The format is described in scripts/update-time-zones.
struct TimeZoneDatabase {
  /// The place of the zone in the database.
  private let start: Int

  private static var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: navstate_time_zones, count: navstate_time_zones_size)
  }

  private static let places: [String: Int] = {
    var at = 4
    var zones: [(name: String, zone: Int)] = []
    for _ in 0..<Int(integer(at: 0, UInt16.self)) {
      let length = Int(bytes[at])
      let name = String(decoding: bytes[at + 1..<at + 1 + length], as: UTF8.self)
      zones.append((name, Int(integer(at: at + 1 + length, UInt16.self))))
      at += length + 3
    }
    return Dictionary(uniqueKeysWithValues: zones.map { ($0.name, Int(integer(at: at + 4 * $0.zone, UInt32.self))) })
  }()

  /// Returns the zone of a name such as `Europe/Berlin`.
  static func zone(_ name: String) -> TimeZoneDatabase? {
    places[name].map(TimeZoneDatabase.init)
  }

  private static func integer<Number: FixedWidthInteger>(at place: Int, _ type: Number.Type) -> Number {
    Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
  }
}

extension TimeZoneDatabase {
  /// Returns the offset at a time in seconds since 1970, in seconds east of UTC.
  func offset(at time: Int64) -> Int {
    let count = Int(Self.integer(at: start + 4, UInt16.self))
    let (times, offsets) = (start + 6, start + 6 + 8 * count)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Self.integer(at: times + 8 * middle, Int64.self) <= time { low = middle + 1 } else { high = middle }
    }
    if low == count { return rule(at: offsets + 4 * count).offset(at: time) }
    return Int(Self.integer(at: low == 0 ? start : offsets + 4 * (low - 1), Int32.self))
  }

  private func rule(at place: Int) -> TimeZoneRule {
    TimeZoneRule(
      standard: Int(Self.integer(at: place, Int32.self)), hasDaylight: Self.integer(at: place + 4, UInt8.self) != 0,
      daylight: Int(Self.integer(at: place + 5, Int32.self)), beginning: date(at: place + 9), end: date(at: place + 16))
  }

  private func date(at place: Int) -> TimeZoneRule.Date {
    let bytes = Self.bytes
    return TimeZoneRule.Date(
      month: Int(bytes[place]), week: Int(bytes[place + 1]), weekday: Int(bytes[place + 2]),
      seconds: Int(Self.integer(at: place + 3, Int32.self)))
  }
}

/// The offsets of a zone after its last transition, which repeat each year.
private struct TimeZoneRule {
  /// A day such as the last Sunday of March: week 5 is the last.
  struct Date {
    let month: Int
    let week: Int
    let weekday: Int
    /// From midnight.
    let seconds: Int

    /// The seconds since 1970 in a year, at no offset from UTC.
    func seconds(in year: Int) -> Int {
      let first = CivilDate(year: year, month: month, day: 1).daysSince1970
      let isDecember = month == 12
      let next = CivilDate(year: isDecember ? year + 1 : year, month: isDecember ? 1 : month + 1, day: 1).daysSince1970
      var day = first + (weekday - (first + 4) % 7 + 7) % 7 + 7 * (week - 1)
      while day >= next { day -= 7 }
      return day * 86_400 + seconds
    }
  }

  let standard: Int
  let hasDaylight: Bool
  let daylight: Int
  let beginning: Date
  let end: Date

  func offset(at time: Int64) -> Int {
    guard hasDaylight, let moment = CELTimestamp(seconds: time) else { return standard }
    let year = CivilTime(moment, offset: standard).date.year
    let (begins, ends) = (beginning.seconds(in: year) - standard, end.seconds(in: year) - daylight)
    let isDaylight =
      // South of the equator daylight time spans the end of the year.
      begins < ends ? (begins..<ends).contains(Int(time)) : !(ends..<begins).contains(Int(time))
    return isDaylight ? daylight : standard
  }
}
