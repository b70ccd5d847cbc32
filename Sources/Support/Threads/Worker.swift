import Glibc

/// A thread for blocking work, which would block event loops on Dispatch's threads.
package struct Worker: Sendable {
  private let thread: pthread_t

  /// Starts a thread, without which the server cannot work: if the system has none, the process ends.
  ///
  /// - Parameter niceness: The lower priority of the thread, see setpriority(2): on Linux each thread has its own.
  package init(niceness: Int32 = 0, _ body: sending @escaping () -> Void) {
    let body = {
      // Ignored: the thread works with any priority.
      if niceness != 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      body()
    }
    guard let worker = Self.ifAvailable(body) else {
      let reason = "navstate: the system has no more threads; raise its limit of tasks (TasksMax, ulimit -u).\n"
      _ = reason.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      exit(1)
    }
    self = worker
  }

  /// Starts a thread; nil: the system has none.
  package static func ifAvailable(_ body: @escaping () -> Void) -> Worker? {
    // The thread releases it. `pthread_create` takes a pointer, not a closure with a context.
    let context = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if code == 0 { return Worker(thread: thread) }
    context.release()
    return nil
  }

  private init(thread: pthread_t) {
    self.thread = thread
  }

  /// Waits for the end of the thread. Must be called once.
  package func join() {
    pthread_join(thread, nil)
  }

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}
