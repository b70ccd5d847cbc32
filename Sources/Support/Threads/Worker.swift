import Glibc

/// A thread for blocking work, which would block event loops on Dispatch's threads.
package struct Worker: Sendable {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter niceness: The lower priority of the thread, see setpriority(2): on Linux each thread has its own.
  package init(niceness: Int32 = 0, _ body: sending @escaping () -> Void) {
    let body = {
      // Ignored: the thread works with any priority.
      if niceness != 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      body()
    }
    // The thread releases it. `pthread_create` takes a pointer, not a closure with a context.
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(code == 0, "pthread_create failed: \(String(cString: strerror(code)))")
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
