import Sessions
import Synchronization

/// The changes and creations that the tables do not show yet. The writer updates it; readers look up sessions in it.
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
  let creations: Mutex<PendingCreations>

  init(_ lags: [SessionID: Lag], _ creations: PendingCreations = PendingCreations()) {
    self.lags = Mutex(lags)
    self.creations = Mutex(creations)
  }

  func creation(of session: SessionID) -> PendingCreations.Creation? {
    creations.withLock { $0[session] }
  }

  func entries(of session: SessionID) -> [Entry] {
    lags.withLock { $0[session]?.entries ?? [] }
  }
}
