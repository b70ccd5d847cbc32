import Synchronization

/// A piece of a streamed content, framed once as a chunk (RFC 9112 §7.1) and written by any number of connections
/// from the same memory.
///
/// Unchecked: the memory is written before `init` returns and never again.
package final class SharedChunk: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer
  private let contentRange: Range<Int>
  /// How many queues of streams hold it.
  private let queues = Atomic(0)

  /// An empty `content` goes out as nothing at all: a chunk without content would end the stream.
  package convenience init(_ content: [UInt8]) {
    let size = content.isEmpty ? "" : String(content.count, radix: 16) + "\r\n"
    let end = content.isEmpty ? "" : "\r\n"
    let start = size.utf8.count
    self.init(copying: Array(size.utf8) + content + end.utf8, content: start..<start + content.count)
  }

  private init(copying bytes: [UInt8], content: Range<Int>) {
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    contentRange = content
  }

  deinit { memory.deallocate() }

  /// What ends a chunked content; without chunks, nothing does but the end of the connection.
  package static let last = SharedChunk(copying: Array("0\r\n\r\n".utf8), content: 0..<0)
}

extension SharedChunk {
  /// With its framing, as HTTP/1.1 has it. Valid as long as the chunk.
  package var framed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// Without the framing, which HTTP/1.0 does not know. Valid as long as the chunk.
  package var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[contentRange]) }

  /// Counts a queue that holds the chunk from now on.
  ///
  /// - Returns: Whether it is the only one: its owner counts the chunk's memory for all.
  package func enterQueue() -> Bool { queues.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }

  /// - Returns: Whether no queue holds the chunk any more.
  package func leaveQueue() -> Bool { queues.wrappingSubtract(1, ordering: .relaxed).newValue == 0 }
}
