import Sessions
import Synchronization

/// The committed changes that the snapshots do not have yet. The writer updates it; readers look up sessions in it.
final class SnapshotBacklog: Sendable {
  /// The location of a committed change.
  struct Entry: Sendable {
    let revision: Int
    let seq: Int64
  }

  /// The changes of one session after its snapshot.
  struct Lag: Sendable {
    /// nil after a restart, until a store has loaded the session.
    var owner: (any SnapshotOwner)?
    /// The time of the first commit of these changes, or of the last failed attempt to store a snapshot.
    var since: Int64
    /// Oldest first.
    var entries: [Entry]
  }

  let lags: Mutex<[SessionID: Lag]>

  init(_ lags: [SessionID: Lag]) {
    self.lags = Mutex(lags)
  }

  func entries(of session: SessionID) -> [Entry] {
    lags.withLock { $0[session]?.entries ?? [] }
  }

  /// Frees the storage of an empty backlog.
  func releaseMemory() {
    lags.withLock { if $0.isEmpty { $0 = [:] } }
  }
}
