import Synchronization

/// A piece of streamed content, framed once as a chunk (RFC 9112 §7.1) and written by any number of connections from
/// the same memory.
///
/// Unchecked: the memory is written before `init` returns and never changes.
package final class SharedChunk: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer
  private let contentRange: Range<Int>
  /// The number of queues that hold the chunk.
  private let queues = Atomic(0)

  /// Frames `content`. An empty one becomes no bytes at all, since an empty chunk would end the stream.
  package convenience init(_ content: [UInt8]) {
    let size = content.isEmpty ? "" : String(content.count, radix: 16) + "\r\n"
    self.init(size, content, content.isEmpty ? "" : "\r\n")
  }

  /// Copies the content once: a piece of an export may be long.
  private init(_ size: String, _ content: [UInt8], _ end: String) {
    let start = size.utf8.count
    contentRange = start..<start + content.count
    memory = .allocate(byteCount: contentRange.upperBound + end.utf8.count, alignment: 1)
    memory[..<start].copyBytes(from: size.utf8)
    memory[contentRange].copyBytes(from: content)
    memory[contentRange.upperBound...].copyBytes(from: end.utf8)
  }

  deinit { memory.deallocate() }

  /// The end of chunked content. Without chunks, the content ends with the connection.
  package static let last = SharedChunk("", [], "0\r\n\r\n")
}

extension SharedChunk {
  /// The bytes with framing, for HTTP/1.1. Valid during the life of the chunk.
  package var framed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// The bytes without framing, for HTTP/1.0. Valid during the life of the chunk.
  package var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[contentRange]) }

  /// Counts a queue that now holds the chunk.
  ///
  /// - Returns: Whether it is the only one: that queue counts the memory of the chunk.
  package func enterQueue() -> Bool { queues.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }

  /// Uncounts a queue.
  ///
  /// - Returns: Whether no queue holds the chunk any longer.
  package func leaveQueue() -> Bool { queues.wrappingSubtract(1, ordering: .relaxed).newValue == 0 }
}
