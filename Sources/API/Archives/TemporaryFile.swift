import Glibc
import Sessions

/// A file without a name, which is deleted with the last reference to it or at the end of the process.
///
/// Calls may block, so they must not run on an event loop. One thread writes; reads begin when the file is complete.
///
/// Unchecked: the descriptor never changes, and `count` changes only while the one writing thread appends.
package final class TemporaryFile: ArchiveSource, @unchecked Sendable {
  private let descriptor: Int32
  /// The number of bytes.
  package private(set) var count = 0

  /// Creates an empty file.
  ///
  /// - Parameter folder: A folder on the file system that stores the file.
  package init(in folder: String) throws(JournalFailure) {
    var descriptor = open(folder, O_RDWR | O_CLOEXEC | Self.unnamed, 0o600)
    if descriptor < 0 { descriptor = Self.unlinked(in: folder) }
    guard descriptor >= 0 else { throw Self.failure("The file of the import cannot be created in \(folder)") }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// `O_TMPFILE` of open(2), which is not imported from C since it combines two flags.
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  /// The fallback for file systems without unnamed files: a file that is unlinked immediately.
  private static func unlinked(in folder: String) -> Int32 {
    var path = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return descriptor }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static let prefix = "navstate-import-"

  /// Removes files of a process that was killed before it unlinked them.
  static func removeLeftovers(in folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      // An entry ends with its name, not with `dirent`: a copy of all of `d_name` may read beyond the buffer.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
      let text = UnsafeRawPointer(entry) + offset
      let name = String(cString: text.assumingMemoryBound(to: CChar.self))
      if name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
    }
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(JournalFailure) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(count)) }
      guard written > 0 || errno == EINTR else { throw Self.failure("The import cannot be written to the disk") }
      start += max(written, 0)
      count += max(written, 0)
    }
  }

  /// Fills the buffer with the bytes from an offset.
  package func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JournalFailure) {
    var start = 0
    while start < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + start))
      guard count > 0 || count < 0 && errno == EINTR else {
        throw Self.failure("The import cannot be read from the disk")
      }
      start += max(count, 0)
    }
  }

  private static func failure(_ what: String) -> JournalFailure {
    let detail = "\(what): \(String(cString: strerror(errno)))"
    return errno == ENOSPC || errno == EDQUOT ? .full(detail) : .unavailable(detail)
  }
}
