import Synchronization

/// The sessions that were found by their keys lately. An entry may be out of date: a session is deleted, or another one gets
/// its key.
final class KeyedSessions: Sendable {
  private let ids = Mutex<[SessionKey: SessionID]>([:])

  /// The maximum number of entries, of about 200 bytes each.
  private static let limit = 10_000

  subscript(key: SessionKey) -> SessionID? { ids.withLock { $0[key] } }

  func add(_ id: SessionID, for key: SessionKey) {
    ids.withLock { ids in
      // The sessions in use are found again soon.
      if ids.count >= Self.limit { ids = [:] }
      ids[key] = id
    }
  }
}
