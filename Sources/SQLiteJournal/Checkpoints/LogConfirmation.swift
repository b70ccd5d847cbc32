/// The comparison of the write-ahead log that the system shows with the one on the disk.
///
/// They differ after a failed fsync: the cache keeps frames of a transaction that was refused. A process that began with
/// them would append acknowledged transactions behind frames that a power loss removes, and with them what follows.
struct LogConfirmation {
  let connection: Connection
  let file: any DiskFile

  /// Whether the disk has all that the system shows. The log must be synced.
  func isStored() throws(SQLiteError) -> Bool {
    var isStored = true
    try forEachBlock { (_, shown, stored) throws(SQLiteError) in
      isStored = shown == stored
      return isStored
    }
    return isStored
  }

  /// Gives the log the content that the disk has, and syncs it. The lost bytes were never acknowledged.
  ///
  /// Writes nothing but the bytes that differ: a power loss may garble what is being written, and what does not differ may
  /// be acknowledged.
  func restore() throws(SQLiteError) {
    try forEachBlock { (offset, shown, stored) throws(SQLiteError) in
      var at = 0
      while at < shown.count {
        let start = at
        while at < shown.count, shown[at] != stored[at] { at += 1 }
        if at > start { try connection.overwriteLog(with: stored[start..<at], at: offset + start) }
        at += 1
      }
      return true
    }
    try connection.syncLog()
  }

  /// - Parameter body: Gets the offset of a block, its bytes in the cache and those on the disk, equally many. Returns
  ///   whether it wants the next block.
  private func forEachBlock(
    _ body: (_ offset: Int, _ shown: [UInt8], _ stored: [UInt8]) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    let size = try connection.logSize()
    for offset in stride(from: 0, to: size, by: DiskFileBlock.size) {
      let shown = try connection.readLog(offset..<min(offset + DiskFileBlock.size, size))
      guard var stored = try file.readBlock(at: offset) else { return }
      if stored.count > shown.count { stored.removeLast(stored.count - shown.count) }
      // Space of the file that was never written reads as zeros.
      stored += repeatElement(0, count: shown.count - stored.count)
      guard try body(offset, shown, stored) else { return }
    }
  }
}

extension Database {
  /// Syncs the log, and checks that the disk has all that the system shows of it.
  func confirmLog(on connection: Connection) throws(SQLiteError) -> Bool {
    try connection.syncLog()
    guard let file = try openDiskFile(path + "-wal") else { return true }
    return try LogConfirmation(connection: connection, file: file).isStored()
  }

  /// Makes the log in the system's cache the one that the disk has.
  ///
  /// - Throws: An error if another program has the database open: its index of the log would be that of the cache.
  func restoreLog() throws(SQLiteError) {
    let connection = try Connection(path: path, mode: .existing, vfs: vfs)
    connection.waitForLocks(milliseconds: checkpoints.lockTimeout)
    try connection.keepLogOnClose()
    // "If the locking_mode is EXCLUSIVE prior to the first WAL-mode database access, then SQLite never attempts to call
    // any of the shared-memory methods": <https://www.sqlite.org/wal.html>, 7.
    try connection.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
    try connection.run("BEGIN IMMEDIATE")
    // A concurrent writer may have caused the difference that was found before.
    if let file = try openDiskFile(path + "-wal") {
      try LogConfirmation(connection: connection, file: file).restore()
    }
    try connection.run("ROLLBACK")
  }
}
