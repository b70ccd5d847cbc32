import Glibc

/// The owner and the mode of a file.
struct FileOwner: Equatable {
  let user: String
  let mode: UInt32

  /// Returns nil for a file that cannot be examined.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    user = Self.name(of: status.st_uid)
    mode = status.st_mode & 0o7777
  }

  var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The user of this process.
  static var current: String { name(of: geteuid()) }

  /// Gives a file that root has created the owner of its folder: commands are often run as root, and the server as
  /// another user, which has to open the file. Without effect for other users.
  static func inherit(_ path: String) {
    var folder = stat()
    guard geteuid() == 0, stat(Folder.path(of: path), &folder) == 0 else { return }
    // Fails on a file system without owners, where every user can open the file.
    chown(path, folder.st_uid, folder.st_gid)
  }

  private static func name(of user: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 4_096)
    guard getpwuid_r(user, &entry, &text, text.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return "\(user)"
    }
    return String(cString: name)
  }
}
