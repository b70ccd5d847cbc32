import Glibc
import HTTP

/// What a stream has yet to write, in order. Holds the chunks, whose memory many streams share, and copies nothing.
struct EventQueue {
  private var chunks: [SharedChunk] = []
  /// How many chunks at the front have gone, and how many bytes of the next.
  private var gone = 0
  private var sent = 0
  /// What is left, framing included.
  private(set) var byteCount = 0
  /// Bytes of chunks that no other queue held when they came, without those that none holds since they went.
  private var heldBytes = 0
  private var isChunked: Bool

  init(isChunked: Bool) {
    self.isChunked = isChunked
  }

  var count: Int { chunks.count - gone }
  var isEmpty: Bool { gone == chunks.count }

  mutating func append(_ chunk: SharedChunk) {
    let size = bytes(of: chunk).count
    guard size > 0 else { return }
    // A client that is always a little behind must not make the part that has gone grow for ever.
    if gone > chunks.count / 2 {
      chunks.removeFirst(gone)
      gone = 0
    }
    chunks.append(chunk)
    byteCount += size
    if chunk.enterQueue() { heldBytes += chunk.framed.count }
  }

  /// How many bytes more are held in memory than when this was asked before: a chunk of many streams counts once.
  mutating func takeHeldBytes() -> Int {
    defer { heldBytes = 0 }
    return heldBytes
  }

  /// Begins anew, for a stream with or without chunks.
  mutating func begin(isChunked: Bool) {
    removeAll()
    self.isChunked = isChunked
  }

  /// Forgets what is left.
  mutating func removeAll() {
    for chunk in chunks[gone...] { leave(chunk) }
    chunks = []
    (gone, sent, byteCount) = (0, 0, 0)
  }

  private mutating func leave(_ chunk: SharedChunk) {
    if chunk.leaveQueue() { heldBytes -= chunk.framed.count }
  }

  /// What can be given to the socket at once; valid within `body`.
  func withBuffers<Result>(_ body: (UnsafeMutableBufferPointer<iovec>) -> Result) -> Result {
    let count = min(count, Self.buffersAtOnce)
    return withUnsafeTemporaryAllocation(of: iovec.self, capacity: count) { buffers in
      for index in 0..<count {
        let rest = bytes(of: chunks[gone + index])[(index == 0 ? sent : 0)...]
        // sendmsg(2) takes a pointer to what it could change, and does not.
        let base = UnsafeMutableRawPointer(mutating: UnsafeRawBufferPointer(rebasing: rest).baseAddress)
        buffers.initializeElement(at: index, to: iovec(iov_base: base, iov_len: rest.count))
      }
      return withExtendedLifetime(chunks) { body(buffers) }
    }
  }

  /// Forgets so many bytes from the front.
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
    // Room for one is kept: that is what a stream that keeps up needs, again and again.
    chunks.removeAll(keepingCapacity: chunks.capacity <= 4)
    gone = 0
  }

  private func bytes(of chunk: SharedChunk) -> UnsafeRawBufferPointer {
    isChunked ? chunk.framed : chunk.content
  }

  /// Less than IOV_MAX, and enough that a system call more does not matter.
  private static let buffersAtOnce = 64
}
