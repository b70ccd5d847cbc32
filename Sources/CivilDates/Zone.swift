import Synchronization

/// A zone of the IANA time zone database.
///
/// Zones are read from the system's database, which its updates keep current. A zone that the system does not have is
/// read from a copy that is built in. A zone that has been read stays as it is until the program ends.
package struct Zone: Sendable {
  package static let utc = Zone(name: "UTC", periods: .utc)

  package let name: String
  let periods: ZonePeriods

  private static let zones = Mutex<[String: Zone]>([:])

  private init(name: String, periods: ZonePeriods) {
    self.name = name
    self.periods = periods
  }

  /// Finds a zone by its exact name, such as `Europe/Berlin`; nil if there is none.
  package init?(_ name: String) {
    if name == Self.utc.name {
      self = .utc
    } else if let zone = Self.zones.withLock({ $0[name] }) {
      self = zone
    } else {
      guard Self.isValid(name), let periods = SystemZones.current?.zone(name) ?? BuiltInZones.zone(name) else {
        return nil
      }
      self.init(name: name, periods: periods)
      // Bounded by the names of the databases, since those of unknown zones are not kept.
      Self.zones.withLock { [self] zones in zones[name] = self }
    }
  }

  /// The edition of the database and where it is from, such as `2025b (system)` or `2026c (built in)`.
  package static var edition: String {
    SystemZones.current.map { "\($0.edition) (system)" } ?? "\(BuiltInZones.edition) (built in)"
  }

  /// The offset at a time in seconds since 1970, in seconds east of UTC.
  package func offset(at seconds: Int64) -> Int { periods.period(at: seconds).offset }
}

extension Zone: Hashable {
  package static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Zone {
  /// The names in the system's folder that are not zones of the database.
  private static let otherFiles: Set = ["Factory", "localtime", "posixrules"]
  private static let otherFolders: Set = ["posix", "right"]

  /// Whether a text is formed like the name of a zone, so that it can become the path of a file.
  private static func isValid(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && !otherFiles.contains(name) && !otherFolders.contains { name.hasPrefix("\($0)/") }
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPartOfName) }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
