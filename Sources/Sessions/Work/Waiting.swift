import Dispatch
import Synchronization

/// Blocks this thread until `body` has ended, which continues on the threads that resume it.
package func waiting<Value: Sendable, Failure>(
  for body: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
  let ended = Ended<Value, Failure>()
  Task.inline {
    do throws(Failure) {
      ended.signal(.success(try await body()))
    } catch {
      ended.signal(.failure(error))
    }
  }
  return try ended.wait().get()
}

private final class Ended<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func signal(_ result: Result<Value, Failure>) {
    self.result.withLock { $0 = result }
    isThere.signal()
  }

  func wait() -> Result<Value, Failure> {
    isThere.wait()
    guard let result = result.withLock({ $0 }) else { preconditionFailure("a result was signalled and is missing") }
    return result
  }
}
