import CShims
import Navigation

/// Runs each job of its tasks at once, on the thread that starts or resumes the task.
///
/// A task that waits for the journal goes on where the journal answers, as a callback would: without a change of the
/// thread, and in the same order in each run of the simulation. Its code must therefore not block.
private final class InlineExecutor: TaskExecutor {
  static let shared = InlineExecutor(work: nil)

  /// The request on behalf of which the tasks run.
  private let work: ThreadWork.Request?

  init(work: ThreadWork.Request?) { self.work = work }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard let work else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
    work.begin()
    // Uses nothing of this executor, which ends with the last job of its task.
    defer { ThreadWork.end() }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts `body` on this thread, and returns when it waits for the first time or has ended.
  ///
  /// The task continues on the thread that resumes it. It notes the request of the present thread there, for the report
  /// of a trap. It cannot be cancelled: what it carries out for a client ends with an answer. It inherits no task-local
  /// values, which it would keep after their scope has ended.
  package static func inline(_ body: @escaping @Sendable () async -> Void) {
    let executor = ThreadWork.Request.current.map(InlineExecutor.init) ?? .shared
    Task.detached(executorPreference: executor) { await body() }
  }
}

/// Waits for the value that `start` delivers to its callback, once.
package func awaiting<Value: Sendable>(
  _ start: (_ deliver: @escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  await withCheckedContinuation { continuation in start { continuation.resume(returning: $0) } }
}
