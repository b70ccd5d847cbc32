import Glibc

/// Reads small files as a whole.
enum File {
  static func read(_ path: String) throws(UsageError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    return try content(of: file, path)
  }

  static func readStandardInput() throws(UsageError) -> [UInt8] {
    try content(of: STDIN_FILENO, "standard input")
  }

  /// The path without symbolic links; as given if it does not exist.
  static func absolutePath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func content(of file: Int32, _ name: String) throws(UsageError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(name) }
      if count == 0 { return content }
      content += buffer.prefix(count)
    }
  }

  private static func unreadable(_ name: String) -> UsageError {
    UsageError("\(name) cannot be read: \(String(cString: strerror(errno)))")
  }
}
