import Sessions
import Synchronization

/// The changes that the tables do not show yet. The writer keeps it; readers look a session up in it.
final class ProjectionBacklog: Sendable {
  /// Where a committed change is.
  struct Entry: Sendable {
    let revision: Int
    let seq: Int64
  }

  /// How far the tables are behind one session.
  struct Lag: Sendable {
    /// nil after a restart, until a store has read the session.
    var owner: (any Projecting)?
    /// When the first of the changes was committed, or the tables could last not be brought up to date.
    var since: Int64
    /// Oldest first.
    var entries: [Entry]
    /// How many entries there were when they were last left where they are.
    var passedOver = 0
  }

  let lags: Mutex<[SessionID: Lag]>

  init(_ lags: [SessionID: Lag]) {
    self.lags = Mutex(lags)
  }

  func entries(of session: SessionID) -> [Entry] {
    lags.withLock { $0[session]?.entries ?? [] }
  }
}
