import Glibc
import HTTP

/// The unsent chunks of a stream, in order. References the chunks, whose memory many streams share, and copies nothing.
struct EventQueue {
  private var chunks: [SharedChunk] = []
  /// The number of sent chunks at the front, and of sent bytes of the next chunk.
  private var gone = 0
  private var sent = 0
  /// The unsent bytes, including framing.
  private(set) var byteCount = 0
  /// The change of the bytes that this queue is the only one to hold, since the last `takeHeldBytes`.
  private var heldBytes = 0
  private var isChunked: Bool

  init(isChunked: Bool) {
    self.isChunked = isChunked
  }

  var count: Int { chunks.count - gone }
  var isEmpty: Bool { gone == chunks.count }

  mutating func append(_ chunk: SharedChunk) {
    let size = bytes(of: chunk).count
    // An empty chunk would never leave the queue: `didSend(0)` removes nothing.
    guard size > 0 else { return }
    // Without this, the sent part would grow without limit for a client that always lags a little.
    if gone > chunks.count / 2 {
      chunks.removeFirst(gone)
      gone = 0
    }
    chunks.append(chunk)
    byteCount += size
    if chunk.enterQueue() { heldBytes += chunk.framed.count }
  }

  /// The change of the held bytes since the last call. A chunk in many queues counts once.
  mutating func takeHeldBytes() -> Int {
    defer { heldBytes = 0 }
    return heldBytes
  }

  /// Clears the queue for a new stream.
  mutating func begin(isChunked: Bool) {
    removeAll()
    self.isChunked = isChunked
  }

  /// Drops the unsent chunks.
  mutating func removeAll() {
    for chunk in chunks[gone...] { leave(chunk) }
    chunks = []
    (gone, sent, byteCount) = (0, 0, 0)
  }

  private mutating func leave(_ chunk: SharedChunk) {
    if chunk.leaveQueue() { heldBytes -= chunk.framed.count }
  }

  /// The buffers for one write; valid within `body`.
  func withBuffers<Result>(_ body: (UnsafeMutableBufferPointer<iovec>) -> Result) -> Result {
    let count = min(count, Self.buffersAtOnce)
    return withUnsafeTemporaryAllocation(of: iovec.self, capacity: count) { buffers in
      for index in 0..<count {
        let rest = bytes(of: chunks[gone + index])[(index == 0 ? sent : 0)...]
        // sendmsg(2) takes a mutable pointer but does not write through it.
        let base = UnsafeMutableRawPointer(mutating: UnsafeRawBufferPointer(rebasing: rest).baseAddress)
        buffers.initializeElement(at: index, to: iovec(iov_base: base, iov_len: rest.count))
      }
      // The chunks own the memory to which the buffers point.
      return withExtendedLifetime(chunks) { body(buffers) }
    }
  }

  /// Removes `count` sent bytes from the front.
  mutating func didSend(_ count: Int) {
    byteCount -= count
    var rest = count
    while rest > 0 {
      let left = bytes(of: chunks[gone]).count - sent
      guard rest >= left else { return sent += rest }
      rest -= left
      sent = 0
      leave(chunks[gone])
      gone += 1
    }
    guard isEmpty else { return }
    // A stream that keeps up needs capacity for one chunk, again and again: a small array is kept.
    chunks.removeAll(keepingCapacity: chunks.capacity <= 4)
    gone = 0
  }

  private func bytes(of chunk: SharedChunk) -> UnsafeRawBufferPointer {
    isChunked ? chunk.framed : chunk.content
  }

  /// Below IOV_MAX, and large enough that the number of system calls does not matter.
  private static let buffersAtOnce = 64
}
