import Glibc

/// Files that only the server's user may read: they hold what all clients have entered.
enum PrivateFile {
  /// Makes an empty database where there is none. SQLite would make it readable for all, and gives its log and what else
  /// lies beside it the rights of the database.
  static func create(database path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // There is one, or it cannot be made: SQLite then says why.
    guard file >= 0 else { return }
    // The umask may have taken the owner's own rights.
    fchmod(file, 0o600)
    close(file)
  }

  /// Takes from others their rights to a database of this program and to what lies beside it, which an earlier version gave.
  static func restrict(database path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      let name = path + suffix
      guard stat(name, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      // Fails for the file of another user, who decides then.
      chmod(name, status.st_mode & 0o700)
    }
  }
}
