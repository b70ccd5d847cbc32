import CLinux
import Glibc
import Synchronization

/// What other threads have for an event loop. However many answers come while the loop is busy, they cost it one
/// wake-up.
struct Mailbox: ~Copyable {
  /// Something to be done on the loop.
  typealias Errand = @Sendable (EventLoop) -> Void

  struct Content {
    var answers: [Answer] = []
    var errands: [Errand] = []
    fileprivate var isClosed = false
    fileprivate var isEmpty: Bool { answers.isEmpty && errands.isEmpty }
  }

  /// Readable when there is something.
  let descriptor: Int32
  private let content = Mutex(Content())

  init() throws(ServerError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("eventfd") }
  }

  deinit { Glibc.close(descriptor) }

  /// An answer for a loop that has ended is dropped.
  func post(_ answer: consuming Answer) {
    put { [answer] in
      guard !$0.isClosed else { return }
      $0.answers.append(answer)
    }
  }

  func post(_ errand: @escaping Errand) {
    put { $0.errands.append(errand) }
  }

  /// Takes everything, and leaves `empty` in its place, so that two arrays of answers serve for ever.
  func take(leaving empty: consuming [Answer]) -> Content {
    var count: UInt64 = 0
    _ = retrying { read(descriptor, &count, MemoryLayout<UInt64>.size) }
    var other = Content(answers: empty)
    content.withLock { content in
      other.isClosed = content.isClosed
      swap(&content, &other)
    }
    return other
  }

  /// Drops answers from now on: they hold the loop that would have to take them.
  func close() {
    content.withLock {
      $0.answers = []
      $0.isClosed = true
    }
  }

  private func put(_ body: (inout sending Content) -> Void) {
    let wakes = content.withLock { content in
      let wasEmpty = content.isEmpty
      body(&content)
      return wasEmpty && !content.isEmpty
    }
    guard wakes else { return }
    var one: UInt64 = 1
    _ = retrying { write(descriptor, &one, MemoryLayout<UInt64>.size) }
  }
}
