import CLinux
import Glibc
import Synchronization

/// Answers from other threads on their way to an event loop. However many come while the loop is busy, they cost it
/// one wake-up.
struct Mailbox: ~Copyable {
  private struct Content {
    var answers: [Answer] = []
    var isClosed = false
  }

  /// Readable when there are answers.
  let descriptor: Int32
  private let content = Mutex(Content())

  init() throws(ServerError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("eventfd") }
  }

  deinit { Glibc.close(descriptor) }

  /// Wakes the loop when the mailbox was empty; an answer for a loop that has ended is dropped.
  func post(_ answer: consuming Answer) {
    let wasEmpty = content.withLock { [answer] content in
      guard !content.isClosed else { return false }
      content.answers.append(answer)
      return content.answers.count == 1
    }
    if wasEmpty { ring() }
  }

  /// Takes everything, and leaves `empty` in its place, so that two arrays serve for ever.
  func take(leaving empty: consuming [Answer]) -> [Answer] {
    var count: UInt64 = 0
    _ = retrying { read(descriptor, &count, MemoryLayout<UInt64>.size) }
    var answers = empty
    content.withLock { swap(&$0.answers, &answers) }
    return answers
  }

  func close() {
    content.withLock { $0 = Content(isClosed: true) }
  }

  private func ring() {
    var one: UInt64 = 1
    _ = retrying { write(descriptor, &one, MemoryLayout<UInt64>.size) }
  }
}
