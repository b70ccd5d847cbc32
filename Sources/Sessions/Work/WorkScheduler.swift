import Support
import Synchronization

/// Runs the work that the journal stores until it is done: pending timers, undelivered messages.
///
/// Holds the work that is due soon in its backlog, reads the rest from the journal page by page, and sets a timer to the
/// next work. Runs a limited number of items at a time, and pauses when the journal fails.
final class WorkScheduler<Backlog: WorkBacklog>: Sendable {
  /// Runs an item, on any thread.
  typealias Run = @Sendable (_ item: Backlog.Item) async -> Backlog.Attempt
  /// Reads a page of the journal, on any thread.
  typealias Read = @Sendable (_ query: Backlog.Query) async throws(JournalFailure) -> Backlog.Page

  private let now: WallClock
  private let read: Read
  private let state: Mutex<WorkSchedulerState<Backlog>>

  init(_ backlog: Backlog, now: @escaping WallClock, read: @escaping Read) {
    self.now = now
    self.read = read
    state = Mutex(WorkSchedulerState(backlog: backlog))
  }

  /// Starts to run work; overdue items run immediately.
  func start(_ wakeup: any WakeupTimer, run: @escaping Run) {
    wakeup.begin { [self] in handleWakeup() }
    state.withLock { state in
      state.service = WorkSchedulerState.Service(wakeup: wakeup, run: run)
      state.rearm(now())
    }
  }

  /// Stops to run work. Running items end by themselves.
  func stop() {
    let service = state.withLock { $0.service.take() }
    service?.wakeup.end()
  }

  /// Accesses the backlog.
  func withBacklog<Value: Sendable>(_ body: (inout Backlog) -> Value) -> Value {
    state.withLock { body(&$0.backlog) }
  }

  /// Adds work to the backlog, and wakes up earlier if the work is due earlier.
  func add(_ body: (inout Backlog) -> Void) {
    state.withLock { state in
      body(&state.backlog)
      state.rearm(now())
    }
  }

  /// Runs due work and reads a page when the timer fires.
  private func handleWakeup() {
    var due: [Backlog.Item] = []
    var query: Backlog.Query?
    let run = state.withLock { state -> Run? in
      guard let service = state.service else { return nil }
      (due, query) = state.wake(now())
      return service.run
    }
    guard let run else { return }
    // Outside of the lock: an item may end at once, on this thread, which takes the lock.
    for item in due {
      Task.inline { [self] in
        let attempt = await run(item)
        state.withLock { $0.end(item, attempt, now()) }
      }
    }
    if let query { Task.inline { [self] in await readPage(of: query) } }
  }

  private func readPage(of query: Backlog.Query) async {
    let page: Result<Backlog.Page, JournalFailure>
    do throws(JournalFailure) { page = .success(try await read(query)) } catch { page = .failure(error) }
    state.withLock { $0.receive(page, of: query, now()) }
  }
}
