import CShims
import Glibc

/// A file as the disk has it, read past the system's cache.
///
/// After a failed fsync the cache may show data that is not on the disk, and a later fsync succeeds without writing it
/// ("Can Applications Recover from fsync Failures?", Rebello et al., USENIX ATC 2020).
package protocol DiskFile {
  /// Reads a block from `offset`, a multiple of ``DiskFileBlock/size``; shorter at the end of the file.
  ///
  /// - Returns: nil if the file system cannot do that.
  func readBlock(at offset: Int) throws(SQLiteError) -> [UInt8]?
}

/// The unit in which a file is read from the disk.
package enum DiskFileBlock {
  /// The bytes of a block.
  package static let size = 64 << 10
}

/// A file that is read with direct I/O (`O_DIRECT` of open(2)).
final class DirectFile: DiskFile {
  private let path: String
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer

  /// The alignment that suffices for all usual disks.
  private static let alignment = 4096

  private init(_ path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
    buffer = .allocate(byteCount: DiskFileBlock.size, alignment: Self.alignment)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Opens a file.
  ///
  /// - Returns: nil if there is no such file, or its file system has no direct I/O.
  @Sendable static func open(_ path: String) throws(SQLiteError) -> (any DiskFile)? {
    let descriptor = navstate_open_direct(path)
    guard descriptor < 0 else { return DirectFile(path, descriptor: descriptor) }
    guard errno == ENOENT || errno == EINVAL || errno == EOPNOTSUPP else { throw failure(path) }
    return nil
  }

  func readBlock(at offset: Int) throws(SQLiteError) -> [UInt8]? {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      // read(2): the alignment does not suit the file system.
      if count < 0, errno == EINVAL { return nil }
      guard count >= 0 else { throw Self.failure(path) }
      filled += count
      // Only the end of the file is not aligned.
      if count == 0 || count % 512 != 0 { break }
    }
    return Array(buffer[..<filled])
  }

  private static func failure(_ path: String) -> SQLiteError {
    .unreadable("\(path) cannot be read from the disk: \(String(cString: strerror(errno)))")
  }
}
