import Synchronization

/// A store of the requests that the server has not answered, so that they survive the end of the app.
public protocol QueueStore: Sendable {
  /// Returns the requests for a session, the oldest first; empty if there are none.
  func load(session: String) throws -> [QueuedRequest]

  /// Replaces the requests for a session. It returns once they are stored.
  func save(_ requests: [QueuedRequest], session: String) throws

  /// Returns the last stored snapshot of a session, with which a client begins without a connection; nil if there is none.
  func snapshot(session: String) throws -> SessionSnapshot?

  /// Replaces the snapshot of a session.
  func save(_ snapshot: SessionSnapshot, session: String) throws

  /// Takes the queue of a session for one client.
  ///
  /// - Returns: The lock, which ends with the object; nil: the store has none.
  /// - Throws: An error when another client has it.
  func lock(session: String) throws -> QueueLock?
}

extension QueueStore {
  /// Returns nil: the store keeps no snapshots.
  public func snapshot(session: String) throws -> SessionSnapshot? { nil }
  /// Does nothing: the store keeps no snapshots.
  public func save(_ snapshot: SessionSnapshot, session: String) throws {}
  /// Returns nil: the store has no locks.
  public func lock(session: String) throws -> QueueLock? { nil }
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
