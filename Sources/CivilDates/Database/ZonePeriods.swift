/// The periods of a zone, each with one offset from UTC.
final class ZonePeriods: Sendable {
  /// A time with one offset from UTC.
  struct Period {
    /// In seconds east of UTC.
    let offset: Int
    /// The seconds since 1970 at which the next period begins, which can have the same offset.
    let end: Int64
  }

  /// The furthest that an offset can be from UTC, in seconds (RFC 9636, section 3.2).
  static let maximumOffset = 26 * 3_600

  static let utc = ZonePeriods(starts: [], offsets: [0], rule: nil)

  /// The seconds since 1970 at which the offset changes, ascending.
  private let starts: [Int64]
  /// The offset before the first change, and the offset after each.
  private let offsets: [Int32]
  /// The changes after the last of `starts`, which repeat each year; nil: there are none.
  private let rule: YearlyRule?

  private init(starts: [Int64], offsets: [Int32], rule: YearlyRule?) {
    self.starts = starts
    self.offsets = offsets
    self.rule = rule
  }

  /// The period of a time in seconds since 1970.
  func period(at time: Int64) -> Period {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    if low < starts.count { return Period(offset: Int(offsets[low]), end: starts[low]) }
    return rule?.period(at: time) ?? Period(offset: Int(offsets[low]), end: .max)
  }

  /// The first time at which the local clock shows a time or a later one: the end of the gap that skips the time, or
  /// the first of the two times at which it happens.
  ///
  /// - Parameter local: The local time, in seconds since 1970-01-01T00:00:00 of the zone, of the years 1 to 9999.
  func firstTime(of local: Int64) -> Int64 {
    var time = local - Int64(Self.maximumOffset)
    while true {
      let period = period(at: time)
      let found = local - Int64(period.offset)
      if found < period.end { return max(time, found) }
      time = period.end
    }
  }
}

extension ZonePeriods {
  /// Reads the second part of a TZif file (RFC 9636), which has times of 64 bits; nil if it is damaged, of the first
  /// version, or counts leap seconds.
  convenience init?(file: [UInt8]) {
    var reader = ByteReader(file)
    guard let first = Header(&reader), reader.bytes(first.size(ofTime: 4)) != nil, let header = Header(&reader),
      header.leapSeconds == 0, (1...256).contains(header.types)
    else { return nil }
    let starts = (0..<min(header.times, file.count)).compactMap { _ in reader.number(Int64.self) }
    guard starts.count == header.times, zip(starts, starts.dropFirst()).allSatisfy(<),
      let kinds = reader.bytes(header.times), kinds.allSatisfy({ $0 < header.types }),
      let types = Self.offsets(header.types, &reader),
      reader.bytes(header.characters + header.standardIndicators + header.universalIndicators) != nil,
      let footer = reader.line()
    else { return nil }
    let rule = YearlyRule(footer)
    guard footer.isEmpty || rule != nil else { return nil }
    self.init(starts: starts, offsets: [types[0]] + kinds.map { types[Int($0)] }, rule: rule)
  }

  /// Reads the offsets of the types of local time.
  private static func offsets(_ count: Int, _ reader: inout ByteReader) -> [Int32]? {
    let offsets = (0..<count).compactMap { _ -> Int32? in
      guard let offset = reader.number(Int32.self), reader.bytes(2) != nil else { return nil }
      return offset.magnitude <= maximumOffset ? offset : nil
    }
    return offsets.count == count ? offsets : nil
  }

  /// The header of one of the two parts of a file.
  private struct Header {
    let universalIndicators: Int
    let standardIndicators: Int
    let leapSeconds: Int
    let times: Int
    let types: Int
    let characters: Int

    init?(_ reader: inout ByteReader) {
      guard let magic = reader.bytes(4), magic.elementsEqual("TZif".utf8), let version = reader.number(UInt8.self),
        version >= UInt8(ascii: "2"), reader.bytes(15) != nil
      else { return nil }
      let counts = (0..<6).compactMap { _ in reader.number(UInt32.self).map(Int.init) }
      guard counts.count == 6 else { return nil }
      (universalIndicators, standardIndicators, leapSeconds) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    /// The bytes after the header, with so many bytes for each time.
    func size(ofTime time: Int) -> Int {
      times * (time + 1) + types * 6 + characters + leapSeconds * (time + 4) + standardIndicators + universalIndicators
    }
  }
}
