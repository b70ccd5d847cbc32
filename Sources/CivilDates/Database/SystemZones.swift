#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The database of the system, with a file for each zone.
struct SystemZones: Sendable {
  /// The edition, such as `2025b`.
  let edition: String
  private let folder: String

  #if os(Linux)
    static let current = SystemZones(folder: "/usr/share/zoneinfo")
  #else
    // A file system that ignores the case of names would find zones by names that the database does not have.
    static let current: SystemZones? = nil
  #endif

  /// The size that the larger files of the database, those with its sources, exceed, and no zone.
  private static let maximumSize = 65_536

  /// Opens a database; nil if the folder does not tell its edition.
  init?(folder: String) {
    let source = Self.beginning(of: "\(folder)/tzdata.zi") ?? []
    let version = Self.beginning(of: "\(folder)/+VERSION") ?? []
    guard let edition = Self.edition(source, after: "# version ") ?? Self.edition(version, after: "") else {
      return nil
    }
    self.edition = edition
    self.folder = folder
  }

  /// Reads a zone; nil if there is none or its file is damaged.
  ///
  /// - Parameter name: A name that has been checked, since it becomes a path.
  func zone(_ name: String) -> ZonePeriods? {
    Self.beginning(of: "\(folder)/\(name)").flatMap { ZonePeriods(file: $0) }
  }

  /// The edition in the first line of a file, after a prefix.
  private static func edition(_ content: [UInt8], after prefix: String) -> String? {
    let line = String(decoding: content.prefix(64).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let edition = line.dropFirst(prefix.count)
    let isEdition = (5...16).contains(edition.utf8.count) && edition.prefix(4).allSatisfy(\.isNumber)
    let isText = edition.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return line.hasPrefix(prefix) && isEdition && isText ? String(edition) : nil
  }

  /// Reads a file up to the maximum size; nil if it cannot be read.
  private static func beginning(of path: String) -> [UInt8]? {
    // A pipe in the place of a file must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content = [UInt8](repeating: 0, count: maximumSize)
    var size = 0
    while size < content.count {
      let count = content.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + size }, $0.count - size) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      size += count
    }
    return Array(content.prefix(size))
  }
}
