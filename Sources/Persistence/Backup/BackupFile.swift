/// A whole database in one file.
package enum BackupFile {
  /// Makes one of a database as it is at one moment, whoever writes to it meanwhile.
  ///
  /// - Parameter path: Names no file yet, and does not before all of it is on the disk.
  /// - Returns: Its size in bytes.
  package static func make(of database: String, as path: String) throws(SnapshotError) -> Int {
    try Snapshot(path: database).publish(as: path)
  }
}
