/// The bytes of an archive with random access. Archives are too large to hold in memory.
package protocol ArchiveSource: AnyObject, Sendable {
  var count: Int { get }

  /// Fills the buffer with the bytes from `offset`, all of which exist. May block.
  func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JournalFailure)
}
