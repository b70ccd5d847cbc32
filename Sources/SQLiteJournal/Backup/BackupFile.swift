/// Backups of a database as single files.
package enum BackupFile {
  /// Writes a backup of a database as of one moment. Other processes can go on writing to the database.
  ///
  /// - Parameter path: A file that does not exist yet. It appears when the whole backup is on disk.
  /// - Returns: The size in bytes.
  package static func make(of database: String, as path: String) throws(SnapshotError) -> Int {
    try Snapshot(path: database).publish(as: path)
  }
}
