import Glibc

/// A thread that waits for other people's servers: blocking one of Dispatch's would take it from the event loops.
struct Worker: Sendable {
  private let thread: pthread_t

  init(_ body: sending @escaping () -> Void) {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(code == 0, "no thread for the webhooks: \(String(cString: strerror(code)))")
    self.thread = thread
  }

  /// Waits for the end; to be called once.
  func join() {
    pthread_join(thread, nil)
  }

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }
}
