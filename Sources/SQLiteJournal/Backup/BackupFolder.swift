import Glibc
import JSON

/// A folder of backups that are named after their times.
package struct BackupFolder: Sendable {
  private let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Creates the folder if it is absent.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: The name of a new backup, which sorts by time and is valid on all file systems:
  ///   `navstate-2026-01-02T03-04-05.678Z.db`.
  func newName(at now: Int64) throws(SnapshotError) -> String {
    if mkdir(path, 0o700) == 0 {
      FileOwner.inherit(path)
    } else if errno != EEXIST {
      throw .notWritten(path: path, reason: String(cString: strerror(errno)))
    }
    let time = String(JSONTimestamp.text(now).map { $0 == ":" ? "-" : $0 })
    return "navstate-\(time).db"
  }

  /// Makes a backup in the folder, and deletes the oldest ones beyond a number. Files with other names stay.
  ///
  /// - Parameters:
  ///   - kept: The number of backups that remain, the new one included; at least 1.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The new file, its size in bytes, and the deleted files.
  package func rotate(
    of database: String, keeping kept: Int, now: Int64
  ) throws(SnapshotError) -> (file: String, size: Int, deleted: [String]) {
    let file = "\(path)/\(try newName(at: now))"
    let size = try BackupFile.make(of: database, as: file)
    var deleted: [String] = []
    // After the new backup is on disk: a failure leaves the former ones.
    for name in try backups().dropLast(kept) {
      let old = "\(path)/\(name)"
      guard unlink(old) == 0 else { throw .notDeleted(path: old, reason: String(cString: strerror(errno))) }
      deleted.append(old)
    }
    return (file, size, deleted)
  }

  /// The names of the backups, the oldest one first.
  private func backups() throws(SnapshotError) -> [String] {
    guard let folder = opendir(path) else {
      throw .unusable(path: path, detail: String(cString: strerror(errno)))
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
      }
      if Self.isBackup(name) { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether a name is one that `newName` makes.
  private static func isBackup(_ name: String) -> Bool {
    let shape = name.utf8.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "0") : $0 }
    return shape == Array("navstate-0000-00-00T00-00-00.000Z.db".utf8)
  }
}
