import Glibc

/// Files that only the server's user may read: they hold the data of all clients.
enum PrivateFile {
  /// Creates an empty database with mode 0600 if there is none. SQLite would make it readable for all users. It gives
  /// the log and its other files the mode of the database.
  static func create(database path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // The file exists or cannot be created; in the latter case SQLite reports the reason.
    guard file >= 0 else { return }
    // The umask may have removed permissions of the owner.
    fchmod(file, 0o600)
    FileOwner.inherit(path)
    close(file)
  }

  /// Removes the permissions of other users, which an earlier version gave to the database and the files beside it.
  static func restrict(database path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      let name = path + suffix
      guard stat(name, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      // Fails for a file of another user, whose permissions then stay.
      chmod(name, status.st_mode & 0o700)
    }
  }
}
