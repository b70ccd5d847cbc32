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

  private enum State {
    case waiting
    case awaited(CheckedContinuation<HTTPReply, any Error>)
    case answered(Result<HTTPReply, any Error>)
  }

  override init() {
    (body, parts) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
  }

  /// Calls `body` once the body has ended or is no longer read.
  func whenDone(_ body: @escaping @Sendable () -> Void) {
    parts.onTermination = { _ in body() }
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
    answer(.failure(error ?? URLError(.badServerResponse)))
    parts.finish(throwing: error)
  }
}
