import CLinux
import Glibc
import Synchronization

/// What other threads have for an event loop. While the loop is busy they put it there without a system call; a loop
/// that rests is woken once, by the first.
struct LoopInbox: ~Copyable {
  /// Something to be done on the loop.
  typealias LoopTask = @Sendable (EventLoop) -> Void

  struct Content {
    var answers: [PendingResponse] = []
    var streamWrites: [StreamWrite] = []
    var tasks: [LoopTask] = []
    /// To be done before the answers are given: who asks for time and then answers is not taken for too late.
    var urgentTasks: [LoopTask] = []
    var isEmpty: Bool { answers.isEmpty && streamWrites.isEmpty && tasks.isEmpty && urgentTasks.isEmpty }
  }

  private struct State {
    var content = Content()
    /// Whether the loop has seen an empty mailbox, and nobody has woken it since.
    var loopRests = true
    var isClosed = false
    /// How many are about to put more there, and do not want the loop woken before they are done.
    var holds = 0

    /// Whether the loop is to be woken now; asked by those who then do.
    mutating func wakesLoop() -> Bool {
      guard loopRests, holds == 0, !content.isEmpty else { return false }
      loopRests = false
      return true
    }
  }

  /// Tells the loop to look here. Its count means nothing and is never read, so it is to be watched for changes only.
  let descriptor: Int32
  private let state = Mutex(State())

  init() throws(ServerError) {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    guard descriptor >= 0 else { throw .last("eventfd") }
  }

  deinit { Glibc.close(descriptor) }

  /// An answer for a loop that has ended is dropped.
  func post(_ answer: consuming PendingResponse) {
    put { [answer] in
      if !$0.isClosed { $0.content.answers.append(answer) }
    }
  }

  /// In order with all other deliveries.
  ///
  /// - Returns: Whether somebody takes it; false when the loop has ended.
  func post(_ streamWrite: StreamWrite) -> Bool {
    put {
      if !$0.isClosed { $0.content.streamWrites.append(streamWrite) }
      return !$0.isClosed
    }
  }

  func post(_ task: @escaping LoopTask) {
    put { $0.content.tasks.append(task) }
  }

  /// - Returns: Whether somebody takes it; false when the loop has ended.
  func postUrgent(_ task: @escaping LoopTask) -> Bool {
    put {
      if !$0.isClosed { $0.content.urgentTasks.append(task) }
      return !$0.isClosed
    }
  }

  /// Until as many calls of `release`, what is put here waits for the loop to look by itself.
  func hold() {
    put { $0.holds += 1 }
  }

  func release() {
    put { $0.holds -= 1 }
  }

  /// Exchanges what is there for `empty`, so that two arrays of answers serve for ever.
  ///
  /// - Returns: Whether there was something. If not, the loop may rest: it is woken for the next.
  func take(_ empty: inout Content) -> Bool {
    state.withLock { state in
      state.loopRests = state.content.isEmpty
      if !state.loopRests { swap(&state.content, &empty) }
      return !state.loopRests
    }
  }

  /// Takes nothing but errands from now on: the rest holds the loop that would have to see to it.
  ///
  /// - Returns: What nobody has seen to, without the errands, which stay.
  func close() -> Content {
    state.withLock { state in
      state.isClosed = true
      var rest = Content()
      swap(&rest, &state.content)
      swap(&rest.tasks, &state.content.tasks)
      return rest
    }
  }

  private func put<Result: Sendable>(_ body: (inout sending State) -> Result) -> Result {
    let (result, wakes) = state.withLock { state in
      (body(&state), state.wakesLoop())
    }
    if wakes { wakeLoop() }
    return result
  }

  private func wakeLoop() {
    var one: UInt64 = 1
    _ = retrying { write(descriptor, &one, MemoryLayout<UInt64>.size) }
  }
}
