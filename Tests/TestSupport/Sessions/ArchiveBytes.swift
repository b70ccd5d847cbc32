import Sessions

/// An archive in memory.
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
