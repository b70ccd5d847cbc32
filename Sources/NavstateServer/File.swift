import Glibc

/// Reads and writes small files as a whole.
enum File {
  static func read(_ path: String) throws(UsageError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { close(file) }
    return try content(of: file, path)
  }

  /// Reads a file that an operand names; `-` is standard input.
  static func operand(_ operand: String) throws(UsageError) -> [UInt8] {
    try operand == "-" ? content(of: STDIN_FILENO, "standard input") : read(operand)
  }

  /// Writes a file, which replaces an existing one.
  static func write(_ content: [UInt8], to path: String) throws(UsageError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw unwritable(path) }
    defer { close(file) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unwritable(path) }
      rest = rest.dropFirst(count)
    }
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

  private static func unwritable(_ path: String) -> UsageError {
    UsageError("\(path) cannot be written: \(String(cString: strerror(errno)))")
  }

  private static func unreadable(_ name: String) -> UsageError {
    UsageError("\(name) cannot be read: \(String(cString: strerror(errno)))")
  }
}
