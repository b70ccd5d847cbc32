import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport by URLSession. Each event stream has a connection of its own.
public struct URLSessionTransport: NavstateTransport {
  private let session: URLSession
  private let configuration: URLSessionConfiguration

  /// - Parameter configuration: The configuration of the sessions. It is changed not to cache.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    // With a cache, FoundationNetworking cancels tasks out of order: see `StreamReceiver.stop`.
    configuration.urlCache = nil
    self.configuration = configuration
    session = URLSession(configuration: configuration)
  }

  public func send(_ request: URLRequest) async throws -> HTTPReply {
    // Not cancelled with the caller: see `StreamReceiver.stop`. It ends at the latest after its timeout.
    let transfer = Task { [session] in try await session.data(for: request) }
    let (body, response) = try await transfer.value
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return HTTPReply(response, body: body)
  }

  public func stream(_ request: URLRequest) async throws -> (HTTPReply, AsyncThrowingStream<Data, any Error>) {
    let receiver = StreamReceiver()
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    let task = session.dataTask(with: request)
    receiver.whenUnread { receiver.stop(task) }
    task.resume()
    // The session keeps its delegate until the task has ended.
    session.finishTasksAndInvalidate()
    let reply = try await withTaskCancellationHandler {
      try await receiver.reply()
    } onCancel: {
      receiver.stop(task)
    }
    return (reply, receiver.body)
  }
}
