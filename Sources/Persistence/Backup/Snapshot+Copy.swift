import Glibc
import SQLite

extension Snapshot {
  /// Pages that are copied at a time: a megabyte.
  static let slice: Int32 = 256

  /// Makes a file of this state, which needs no other beside it. It is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - copy: Takes the place of what is there.
  ///   - goesOn: Is asked after each megabyte.
  /// - Returns: The file's size in bytes.
  func copy(to copy: String, while goesOn: () -> Bool = { true }) throws(SnapshotError) -> Int {
    let file = open(copy, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .notWritten(path: copy, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    fchmod(file, 0o600)
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

  /// The same under a name that nobody sees before all of it is there, and that no other file has.
  func publish(as path: String, while goesOn: () -> Bool = { true }) throws(SnapshotError) -> Int {
    guard access(path, F_OK) != 0 else { throw .exists(path: path) }
    let part = path + ".part"
    let size = try copy(to: part, while: goesOn)
    // link(2), not rename(2): it does not take the place of a file that has come meanwhile.
    let isLinked = link(part, path) == 0
    let reason = errno
    unlink(part)
    guard isLinked else {
      throw reason == EEXIST ? .exists(path: path) : .notWritten(path: path, reason: String(cString: strerror(reason)))
    }
    try Folder.sync(of: path)
    return size
  }

  /// - Parameter file: The same file as `copy`, which holds nothing yet.
  private func fill(_ copy: String, _ file: Int32, while goesOn: () -> Bool) throws(SnapshotError) -> Bool {
    do throws(SQLiteError) {
      let target = try Connection(path: copy, mode: .existing, vfs: vfs)
      // Who is interrupted begins again with an empty file, and what is in it is brought to disk here: SQLite has
      // nothing to keep for either case.
      try target.run(
        """
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        """)
      let isWhole = try connection.copy(into: target, pages: Self.slice) {
        // A little at a time: the commits of others wait for the disk too, and not for all of this at its end.
        fdatasync(file) == 0 && goesOn()
      }
      // The copied header asks for a write-ahead log. A file that is moved about is better off without one, and can be
      // read where nothing can be written.
      if isWhole { try target.run("PRAGMA journal_mode = DELETE") }
      return isWhole
    } catch {
      throw SnapshotError(error, path: error.isCorrupt || error.isNotADatabase ? path : copy)
    }
  }
}

/// What has to be done to a folder for a new name in it to last.
enum Folder {
  /// "Calling fsync() does not necessarily ensure that the entry in the directory containing the file has also reached
  /// disk. For that an explicit fsync() on a file descriptor for the directory is also needed" (fsync(2)).
  static func sync(of path: String) throws(SnapshotError) {
    let name = folder(of: path)
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    guard folder >= 0, fsync(folder) == 0 else {
      throw .notWritten(path: name, reason: String(cString: strerror(errno)))
    }
  }

  static func syncFile(_ path: String) throws(SnapshotError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, fsync(file) == 0 else {
      throw .notWritten(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
