import Synchronization
import Support

/// The inbox of an event loop for other threads. Posts to a busy loop need no system call; the first post to an idle
/// loop wakes it.
struct LoopInbox: ~Copyable {
  /// A closure that runs on the loop.
  typealias LoopTask = @Sendable (EventLoop) -> Void

  struct Content {
    var answers: [PendingResponse] = []
    var streamWrites: [StreamWrite] = []
    var tasks: [LoopTask] = []
    /// Run before the responses: a deadline that is set before a response must not count as late.
    var urgentTasks: [LoopTask] = []
    var isEmpty: Bool { answers.isEmpty && streamWrites.isEmpty && tasks.isEmpty && urgentTasks.isEmpty }
  }

  struct State {
    var content = Content()
    /// Whether the loop has found the inbox empty and was not woken since.
    var loopRests = true
    var isClosed = false
    /// The number of `hold` calls without a `release`, which delay the wake-up.
    var holds = 0

    /// Whether the caller must wake the loop now.
    mutating func wakesLoop() -> Bool {
      guard loopRests, holds == 0, !content.isEmpty else { return false }
      // One signal is enough: until the loop rests again, it finds further posts by itself.
      loopRests = false
      return true
    }
  }

  private let wakeup: EventFD
  private let state = Mutex(State())

  init() throws(ServerError) {
    guard let wakeup = EventFD() else { throw .last("eventfd") }
    self.wakeup = wakeup
  }

  /// Readable when the loop must read the inbox. Its counter is never read, so it must be watched edge-triggered.
  var descriptor: Int32 { wakeup.descriptor }

  /// Posts a response. Dropped when the loop has ended.
  func post(_ answer: consuming PendingResponse) {
    put { [answer] in
      if !$0.isClosed { $0.content.answers.append(answer) }
    }
  }

  /// Posts a write to a stream. Writes keep their order.
  ///
  /// - Returns: false when the loop has ended.
  func post(_ streamWrite: StreamWrite) -> Bool {
    put {
      if !$0.isClosed { $0.content.streamWrites.append(streamWrite) }
      return !$0.isClosed
    }
  }

  /// Posts a task. It is kept even when the loop has ended.
  func post(_ task: @escaping LoopTask) {
    // `enter` runs the tasks of an ended loop as well, so that a late `drain` still completes.
    put { $0.content.tasks.append(task) }
  }

  /// Posts a task that runs before the responses.
  ///
  /// - Returns: false when the loop has ended.
  func postUrgent(_ task: @escaping LoopTask) -> Bool {
    put {
      if !$0.isClosed { $0.content.urgentTasks.append(task) }
      return !$0.isClosed
    }
  }

  /// Delays the wake-up of the loop until the matching `release`.
  func hold() {
    put { $0.holds += 1 }
  }

  /// Ends a `hold`, and wakes the loop if posts are waiting.
  func release() {
    put { $0.holds -= 1 }
  }

  /// Swaps the content with `empty`, so that two sets of arrays are reused.
  ///
  /// - Returns: Whether there was any content. If not, the loop counts as idle and the next post wakes it.
  func drain(into empty: inout Content) -> Bool {
    state.withLock { state in
      state.loopRests = state.content.isEmpty
      if !state.loopRests { swap(&state.content, &empty) }
      return !state.loopRests
    }
  }

  /// Closes the inbox for everything but tasks: other content would retain the loop in a cycle.
  ///
  /// - Returns: The unprocessed content, without the tasks, which stay.
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
    // Outside the lock, which the woken loop takes first.
    if wakes { wakeup.signal() }
    return result
  }
}
