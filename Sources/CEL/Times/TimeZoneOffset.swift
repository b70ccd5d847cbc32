import CivilDates

/// Offsets of time zones from UTC.
enum TimeZoneOffset {
  /// Returns the offset of a zone at a time, in seconds east of UTC.
  ///
  /// - Parameter zone: A name of the IANA database such as `Europe/Berlin`, or an offset: `+11:00`, `-09:30`, `02:00`.
  /// - Returns: nil when there is no such zone.
  static func seconds(of zone: String, at time: CELTimestamp) -> Int? {
    if zone == "UTC" || zone == "Z" { return 0 }
    return fixed(zone) ?? Zone(zone)?.offset(at: time.seconds)
  }

  private static func fixed(_ zone: String) -> Int? {
    let isSigned = zone.hasPrefix("+") || zone.hasPrefix("-")
    var scanner = TextScanner(isSigned ? zone : "+" + zone)
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    return offset
  }
}
