import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a streamed request: hands on the response, then the parts of its body.
final class StreamReceiver: NSObject, URLSessionDataDelegate {
  /// The parts of the body.
  let body: AsyncThrowingStream<Data, any Error>
  private let parts: AsyncThrowingStream<Data, any Error>.Continuation
  private let state = Mutex(State.waiting)
  private let isDone = Atomic(false)

  private enum State {
    case waiting
    case awaited(CheckedContinuation<HTTPReply, any Error>)
    case answered(Result<HTTPReply, any Error>)
  }

  override init() {
    (body, parts) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
  }

  /// Calls `body` once the body is no longer read.
  func whenUnread(_ body: @escaping @Sendable () -> Void) {
    parts.onTermination = { if case .cancelled = $0 { body() } }
  }

  /// Ends the request, unless it has ended.
  ///
  /// FoundationNetworking traps if it cancels a task that has ended (swift-corelibs-foundation, issue 3296).
  func stop(_ task: URLSessionTask) {
    if !isDone.load(ordering: .relaxed) { task.cancel() }
  }

  /// Returns the head of the response.
  func reply() async throws -> HTTPReply {
    try await withCheckedThrowingContinuation { continuation in
      let known = state.withLock { state -> Result<HTTPReply, any Error>? in
        if case .answered(let result) = state { return result }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(with: known) }
    }
  }

  private func answer(_ result: Result<HTTPReply, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<HTTPReply, any Error>? in
      defer { if case .answered = state {} else { state = .answered(result) } }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(with: result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { answer(.success(HTTPReply(response))) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    parts.yield(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // First, since a caller that the next lines resume may call `stop`.
    isDone.store(true, ordering: .relaxed)
    // Without effect if the head has arrived.
    answer(.failure(error ?? URLError(.badServerResponse)))
    parts.finish(throwing: error)
  }
}
