import Synchronization

/// A store of the requests that the server has not answered, so that they survive the end of the app.
public protocol QueueStore: Sendable {
  /// Returns the requests for a session, the oldest first; empty if there are none.
  func load(session: String) throws -> [QueuedRequest]

  /// Replaces the requests for a session. It returns once they are stored.
  func save(_ requests: [QueuedRequest], session: String) throws
}

/// A store in memory. It survives a client, but not the process.
public final class MemoryQueueStore: QueueStore {
  private let queues = Mutex<[String: [QueuedRequest]]>([:])

  /// Creates an empty store.
  public init() {}

  /// Returns the requests for a session.
  public func load(session: String) -> [QueuedRequest] {
    queues.withLock { $0[session] ?? [] }
  }

  /// Replaces the requests for a session.
  public func save(_ requests: [QueuedRequest], session: String) {
    queues.withLock { $0[session] = requests.isEmpty ? nil : requests }
  }
}
