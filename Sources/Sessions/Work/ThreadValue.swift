import Glibc

/// A value of the current thread while a closure runs.
///
/// Tasks that the closure starts or resumes see it until they wait. A task-local value would be missing in resumed tasks,
/// and would stay with started ones.
struct ThreadValue<Value: Sendable>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { preconditionFailure("no key for a value of a thread is left") }
    self.key = key
  }

  /// nil: no closure with a value runs on this thread.
  var current: Value? { pthread_getspecific(key)?.assumingMemoryBound(to: Value.self).pointee }

  func withValue<Result>(_ value: Value, _ body: () -> Result) -> Result {
    withUnsafePointer(to: value) { value in
      let former = pthread_getspecific(key)
      pthread_setspecific(key, value)
      defer { pthread_setspecific(key, former) }
      return body()
    }
  }
}
