/// The bytes of an archive, which may be read in any order: they are many, and are never in memory as a whole.
package protocol ArchiveSource: AnyObject, Sendable {
  var count: Int { get }

  /// Fills the buffer with the bytes from an offset on, which are all there. May block.
  func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JournalFailure)
}

/// An archive in memory, as tests have it.
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
