import Glibc

/// A thread for what blocks: on one of Dispatch's it would keep the event loops waiting.
package struct Worker: Sendable {
  private let thread: pthread_t

  /// - Parameter niceness: By how much the thread comes after others when there are more than processors, see
  ///   setpriority(2): on Linux each thread has its own.
  package init(niceness: Int32 = 0, _ body: sending @escaping () -> Void) {
    let body = {
      // A thread that cannot be made nicer works all the same.
      if niceness != 0 { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      body()
    }
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(code == 0, "no thread: \(String(cString: strerror(code)))")
    self.thread = thread
  }

  /// Waits for the end; to be called once.
  package func join() {
    pthread_join(thread, nil)
  }

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}
