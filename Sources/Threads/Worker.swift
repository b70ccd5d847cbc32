import Glibc

/// A thread for what blocks: on one of Dispatch's it would keep the event loops waiting.
package struct Worker: Sendable {
  private let thread: pthread_t

  package init(_ body: sending @escaping () -> Void) {
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
