/// The bytes of an archive with random access. Archives are too large to hold in memory.
package protocol ArchiveSource: AnyObject, Sendable {
  var count: Int { get }

  /// Fills the buffer with the bytes from `offset`, all of which exist. May block.
  func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JournalFailure)
}

/// An archive in memory, for tests.
package final class ArchiveBytes: ArchiveSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var count: Int { bytes.count }

  package func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
    buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
  }
}
