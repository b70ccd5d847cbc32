import Sessions
import Support

/// The order in which sessions are projected.
struct ProjectionQueue {
  /// Sessions with many changes that the tables do not show, which are projected at once.
  private var urgent = Queue<SessionID>()
  /// All sessions with such changes.
  private var behind = SortedQueue<Item>()

  struct Item: WaitingSession {
    let session: SessionID
    /// `Lag.since` when the item was added. If it has changed since then, the item is void.
    let since: Int64
  }

  var hasUrgent: Bool { !urgent.isEmpty }
  /// The time from which the next session has been behind; nil: none is.
  var oldest: Int64? { behind.oldest }

  mutating func add(_ session: SessionID, since: Int64) {
    behind.append(Item(session: session, since: since))
  }

  mutating func addUrgent(_ session: SessionID) {
    urgent.append(session)
  }

  mutating func nextUrgent() -> SessionID? {
    urgent.removeFirst()
  }

  /// Takes the next session that has been behind since `time`.
  mutating func next(since time: Int64) -> Item? { behind.next(since: time) }

  /// Frees the storage of an empty queue.
  mutating func releaseMemory() { behind.releaseMemory() }
}
