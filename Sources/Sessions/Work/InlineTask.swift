import CShims
import Glibc
import Navigation
import Synchronization

/// Runs each job of its tasks at once, on the thread that starts or resumes the task.
///
/// A task that waits with `awaiting` goes on where its result is delivered, as a callback would: without a change of the
/// thread, and in the same order in each run of the simulation. Its code must therefore not block.
private final class InlineExecutor: TaskExecutor {
  static let shared = InlineExecutor(work: nil)

  /// The request on behalf of which the tasks run.
  private let work: ThreadWork.Request?

  init(work: ThreadWork.Request?) { self.work = work }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if InlineRun.current?.catches(job) == true { return }
    let executor = asUnownedTaskExecutor()
    // Nothing of this executor is used after the last job of its task, with which it ends.
    guard let work else { return InlineRun.run(job, on: executor) }
    work.begin()
    defer { ThreadWork.end() }
    InlineRun.run(job, on: executor)
  }
}

/// The jobs of a task that a thread runs, one after the other.
private final class InlineRun: @unchecked Sendable {
  /// Starts what the task waits for. Called when the task is suspended: if it were resumed before, it would go on here
  /// instead of where the result was delivered.
  fileprivate var start: (() -> Void)?
  private var catchesNext = false
  private var next: UnownedJob?

  private static let run = ThreadValue<InlineRun>()

  /// The innermost one of this thread.
  static var current: InlineRun? { run.current }

  static func run(_ job: UnownedJob, on executor: UnownedTaskExecutor) {
    let current = InlineRun()
    run.withValue(current) {
      var next: UnownedJob? = job
      while let job = next {
        job.runSynchronously(on: executor)
        let start = current.start
        current.start = nil
        start?()
        next = current.next
        current.next = nil
      }
    }
  }

  /// Resumes the task of this run, which goes on in the loop: a task that never really waits takes no more stack.
  func resume(_ body: () -> Void) {
    catchesNext = true
    body()
    catchesNext = false
  }

  func catches(_ job: UnownedJob) -> Bool {
    guard catchesNext else { return false }
    next = job
    return true
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
///
/// An inline task goes on on the thread that delivers the value. A value that is never delivered leaves the task as it
/// is, such as when the server ends.
package func awaiting<Value: Sendable>(
  _ start: @escaping (_ deliver: @escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
  await withUnsafeContinuation { continuation in
    let delivery = AwaitedResult(to: continuation)
    guard let run = InlineRun.current else { return start { delivery.deliver($0) } }
    run.start = {
      delivery.hold { start { delivery.deliver($0) } }
      if let value = delivery.held { run.resume { continuation.resume(returning: value) } }
    }
  }
}

/// The delivery of a value to a task that waits.
private final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
  private let continuation: UnsafeContinuation<Value, Never>
  private let isOver = Atomic(false)
  /// The thread on which `hold` runs. Others may read it while it changes, and find a thread that they are not.
  private let holder = Atomic<UInt>(0)
  /// The value that was delivered within `hold`. Used on its thread only.
  private(set) var held: Value?

  init(to continuation: UnsafeContinuation<Value, Never>) { self.continuation = continuation }

  /// Holds back a value that `body` delivers itself.
  func hold(_ body: () -> Void) {
    holder.store(UInt(pthread_self()), ordering: .relaxed)
    body()
    holder.store(0, ordering: .relaxed)
  }

  func deliver(_ value: Value) {
    // In a release a second result is dropped: to resume twice would corrupt memory, and to trap would end the process.
    if isOver.exchange(true, ordering: .relaxed) { return assertionFailure("a result was delivered twice") }
    if holder.load(ordering: .relaxed) == UInt(pthread_self()) {
      held = value
    } else {
      continuation.resume(returning: value)
    }
  }
}
