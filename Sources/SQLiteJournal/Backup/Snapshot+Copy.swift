import Glibc

extension Snapshot {
  /// Pages copied at a time: one megabyte.
  static let slice: Int32 = 256

  /// Copies this state into a file that needs no log beside it. The file is on disk when this returns.
  ///
  /// - Parameters:
  ///   - copy: The path of the file. An existing file is replaced.
  ///   - goesOn: Called after each megabyte; false cancels the copy.
  /// - Returns: The size of the file in bytes.
  /// - Throws: `SnapshotError.stopped` if the copy was cancelled.
  func copy(to copy: String, while goesOn: () -> Bool = { true }) throws(SnapshotError) -> Int {
    let file = open(copy, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .notWritten(path: copy, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    fchmod(file, 0o600)
    FileOwner.inherit(copy)
    do throws(SnapshotError) {
      guard try fill(copy, file, while: goesOn) else { throw SnapshotError.stopped }
      guard fsync(file) == 0 else { throw .notWritten(path: copy, reason: String(cString: strerror(errno))) }
      var status = stat()
      guard fstat(file, &status) == 0 else {
        throw SnapshotError.notWritten(path: copy, reason: String(cString: strerror(errno)))
      }
      return Int(status.st_size)
    } catch {
      unlink(copy)
      throw error
    }
  }

  /// Copies this state into a new file, which appears under its name only when it is complete.
  func publish(as path: String, while goesOn: () -> Bool = { true }) throws(SnapshotError) -> Int {
    guard access(path, F_OK) != 0 else { throw .exists(path: path) }
    let part = path + ".part"
    let size = try copy(to: part, while: goesOn)
    // link(2), unlike rename(2), never replaces a file that was created meanwhile.
    let isLinked = link(part, path) == 0
    let reason = errno
    unlink(part)
    guard isLinked else {
      throw reason == EEXIST ? .exists(path: path) : .notWritten(path: path, reason: String(cString: strerror(reason)))
    }
    try Folder.sync(of: path)
    return size
  }

  /// - Parameter file: A descriptor of the empty file at `copy`.
  private func fill(_ copy: String, _ file: Int32, while goesOn: () -> Bool) throws(SnapshotError) -> Bool {
    do throws(SQLiteError) {
      let target = try Connection(path: copy, mode: .existing, vfs: vfs)
      // No journal and no syncs by SQLite: an interrupted copy starts again from an empty file, and the file is synced
      // here.
      try target.run(
        """
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        """)
      let isWhole = try connection.copy(into: target, pages: Self.slice) {
        // Small syncs: commits wait for the same disk, and would wait for one large sync at the end.
        fdatasync(file) == 0 && goesOn()
      }
      // The copied header selects WAL mode. A backup without it is a single file and can be read from read-only media.
      if isWhole { try target.run("PRAGMA journal_mode = DELETE") }
      return isWhole
    } catch {
      throw SnapshotError(error, path: error.isCorrupt || error.isNotADatabase ? path : copy)
    }
  }
}

/// Syncs of files and of directory entries.
enum Folder {
  /// Makes a new directory entry durable.
  ///
  /// "Calling fsync() does not necessarily ensure that the entry in the directory containing the file has also reached
  /// disk. For that an explicit fsync() on a file descriptor for the directory is also needed" (fsync(2)).
  static func sync(of path: String) throws(SnapshotError) {
    let name = self.path(of: path)
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    guard folder >= 0, fsync(folder) == 0 else {
      throw .notWritten(path: name, reason: String(cString: strerror(errno)))
    }
  }

  /// Makes the content of a file durable.
  static func syncFile(_ path: String) throws(SnapshotError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, fsync(file) == 0 else { throw .notWritten(path: path, reason: String(cString: strerror(errno))) }
  }

  /// The folder of a file.
  static func path(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
