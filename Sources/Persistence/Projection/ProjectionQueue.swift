import Sessions
import WorkQueues

/// The order in which sessions are projected.
struct ProjectionQueue {
  /// Sessions with many changes that the tables do not show, which are projected at once.
  private var urgent = Queue<SessionID>()
  /// All sessions with such changes, the oldest first.
  private var waiting = Queue<Item>()

  struct Item {
    let session: SessionID
    /// `Lag.since` when the item was added. If it has changed since then, the item is void.
    let since: Int64
  }

  var hasUrgent: Bool { !urgent.isEmpty }
  var oldest: Item? { waiting.first }

  mutating func add(_ session: SessionID, since: Int64) {
    waiting.append(Item(session: session, since: since))
  }

  mutating func addUrgent(_ session: SessionID) {
    urgent.append(session)
  }

  mutating func nextUrgent() -> SessionID? {
    urgent.removeFirst()
  }

  mutating func nextSince(_ time: Int64) -> Item? {
    guard let oldest, oldest.since <= time else { return nil }
    return waiting.removeFirst()
  }
}
