import Sessions
import Support

/// The sessions whose snapshots are behind, by the time since which they are.
///
/// They are taken a run at a time, the longest waiting first, and each run in the order of the ids, which is about that of the
/// rows: one write of a page then has the rows of several sessions.
struct SnapshotQueue {
  struct Item {
    let session: SessionID
    /// `Lag.since` when the item was added. If it has changed since then, the item is void.
    let since: Int64
  }

  /// The most items of a run.
  private static let longestRun = 65_536

  private var waiting = Queue<Item>()
  /// The items of the current run, the last first.
  private var run: [Item] = []
  /// The earliest time of the items of the run when it began.
  private var runSince: Int64 = 0

  private var isEmpty: Bool { run.isEmpty && waiting.isEmpty }

  /// The time from which the next session is considered to have been behind; nil: none is.
  var oldest: Int64? { run.isEmpty ? waiting.first?.since : runSince }

  mutating func add(_ session: SessionID, since: Int64) { waiting.append(Item(session: session, since: since)) }

  /// Takes the next session that has been behind since `time`.
  mutating func next(since time: Int64, now: Int64) -> Item? {
    if run.isEmpty, let first = waiting.first, Self.isDue(first.since, time, now) { beginRun(since: time, now: now) }
    return Self.isDue(runSince, time, now) ? run.popLast() : nil
  }

  /// Whether an item is due. One of the future was added before the clock was set back.
  private static func isDue(_ since: Int64, _ time: Int64, _ now: Int64) -> Bool { since <= time || since > now }

  /// Frees the storage of an empty queue.
  mutating func releaseMemory() {
    if isEmpty { self = SnapshotQueue() }
  }

  private mutating func beginRun(since time: Int64, now: Int64) {
    runSince = .max
    while run.count < Self.longestRun, let item = waiting.first, Self.isDue(item.since, time, now) {
      run.append(item)
      runSince = min(runSince, item.since)
      _ = waiting.removeFirst()
    }
    // Descending, since `popLast` takes them from the end.
    run.sort { $0.session.textOrder > $1.session.textOrder }
  }
}
