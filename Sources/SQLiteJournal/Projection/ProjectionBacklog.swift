import Sessions
import Synchronization

/// The changes that the tables do not show yet, and the sessions that the index does not have yet. The writer updates it;
/// readers look up sessions in it.
final class ProjectionBacklog: Sendable {
  /// The location of a committed change.
  struct Entry: Sendable {
    let revision: Int
    let seq: Int64
  }

  /// The changes of one session that the tables do not show.
  struct Lag: Sendable {
    /// nil after a restart, until a store has loaded the session.
    var owner: (any Projecting)?
    /// The time of the first commit of these changes, or of the last failed attempt to project them.
    var since: Int64
    /// Oldest first.
    var entries: [Entry]
    /// The number of entries after the last attempt that left some.
    var passedOver = 0
  }

  let lags: Mutex<[SessionID: Lag]>
  let unindexed: Mutex<UnindexedSessions>

  init(_ lags: [SessionID: Lag], _ unindexed: UnindexedSessions = [:]) {
    self.lags = Mutex(lags)
    self.unindexed = Mutex(unindexed)
  }

  /// The number of the row of a session that the index does not have.
  func seq(of session: SessionID) -> Int64? {
    unindexed.withLock { $0[session] }
  }

  func entries(of session: SessionID) -> [Entry] {
    lags.withLock { $0[session]?.entries ?? [] }
  }

  /// Frees the storage of an empty backlog.
  func releaseMemory() {
    lags.withLock { if $0.isEmpty { $0 = [:] } }
  }
}
