import CTimeZones

/// The copy of the database in the program, in the format that scripts/update-time-zones describes.
enum BuiltInZones {
  static let edition = index.edition

  private static let index: (edition: String, places: [String: Range<Int>]) = {
    var reader = ByteReader(Array(bytes))
    let edition = reader.text() ?? ""
    var places: [String: Range<Int>] = [:]
    for _ in 0..<(reader.number(UInt16.self) ?? 0) {
      guard let name = reader.text(), let start = reader.number(UInt32.self), let size = reader.number(UInt16.self)
      else { break }
      places[name] = Int(start)..<Int(start) + Int(size)
    }
    return (edition, places)
  }()

  static var names: some Collection<String> { index.places.keys }

  static func zone(_ name: String) -> ZonePeriods? { file(name).flatMap { ZonePeriods(file: $0) } }

  static func file(_ name: String) -> [UInt8]? { index.places[name].map { Array(bytes[$0]) } }

  private static var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: navstate_time_zones, count: navstate_time_zones_size)
  }
}
