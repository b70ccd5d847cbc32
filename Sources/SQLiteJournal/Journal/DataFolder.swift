import Glibc

/// The folder of the database, locked for this process during the life of this object.
final class DataFolder: Sendable {
  let databasePath: String
  private let lock: Int32

  /// Creates the folder if it is absent and takes its lock.
  init(_ path: String) throws(PersistenceError) {
    try Self.make(path)
    let lockFile = path + "/navstate.lock"
    // Creating the lock file proves that the folder is writable: for root, access(2) succeeds even on a read-only disk.
    let lock = open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.notWritable(path, Self.reason()) }
    fchmod(lock, 0o600)
    FileOwner.inherit(lockFile)
    // flock(2): the kernel releases the lock when the process ends, including after a crash.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let holder = Self.contents(of: lock)
      close(lock)
      throw .inUse(lockFile: lockFile, process: holder.isEmpty ? "unknown" : holder)
    }
    let process = Array("\(getpid())\n".utf8)
    guard ftruncate(lock, 0) == 0, pwrite(lock, process, process.count, 0) == process.count else {
      let reason = Self.reason()
      close(lock)
      throw .folderNotWritable(path: path, reason: reason)
    }
    self.lock = lock
    databasePath = Self.databasePath(in: path)
    try finishRestore()
  }

  static func databasePath(in directory: String) -> String { directory + "/navstate.db" }

  /// The path of a restored database that is to replace another one, whose log it cannot replace in the same step.
  static func restoredPath(of database: String) -> String { database + ".restored" }

  /// Puts a restored database in place, also one whose restore was interrupted in this step.
  func finishRestore() throws(PersistenceError) {
    let restored = Self.restoredPath(of: databasePath)
    guard access(restored, F_OK) == 0 else { return }
    do throws(SnapshotError) {
      // Durably, before the renaming: SQLite would take the former log for that of the restored database.
      for suffix in ["-wal", "-shm", "-journal"] where unlink(databasePath + suffix) != 0 && errno != ENOENT {
        throw .notWritten(path: databasePath + suffix, reason: Self.reason())
      }
      try Folder.sync(of: databasePath)
      guard rename(restored, databasePath) == 0 else { throw .notWritten(path: databasePath, reason: Self.reason()) }
      try Folder.sync(of: databasePath)
    } catch {
      throw .unusable(path: databasePath, detail: error.description)
    }
  }

  deinit {
    // Unlocked explicitly: a child process that is between fork and exec shares the descriptor and would keep the lock.
    // The file is not removed: otherwise two processes could lock two files of the same name.
    flock(lock, LOCK_UN)
    close(lock)
  }

  private static func make(_ path: String) throws(PersistenceError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
      return
    }
    guard errno == ENOENT else { throw errno == ENOTDIR ? .notAFolder(path: path) : folderNotMade(path) }
    if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw folderNotMade(path) }
    FileOwner.inherit(path)
  }

  private static func notWritable(_ folder: String, _ reason: String) -> PersistenceError {
    for path in [folder, folder + "/navstate.lock"] {
      if let error = PersistenceError.notPermitted(path) { return error }
    }
    return .folderNotWritable(path: folder, reason: reason)
  }

  private static func folderNotMade(_ path: String) -> PersistenceError {
    .folderNotMade(path: path, reason: reason())
  }

  private static func contents(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func reason() -> String {
    String(cString: strerror(errno))
  }
}
