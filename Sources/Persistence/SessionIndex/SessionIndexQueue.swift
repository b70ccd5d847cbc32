import Sessions
import WorkQueues

/// The sessions that wait for the index of their ids.
///
/// They are taken a run at a time, each in the order of the ids, so that one write of a page has the ids of several
/// sessions.
struct SessionIndexQueue {
  struct Item {
    let session: SessionID
    /// The number of the session's row.
    let seq: Int64
    /// The time of its commit, or of the last failed attempt.
    let since: Int64
  }

  /// The most items of a run.
  private static let longestRun = 16_384

  private var waiting = Queue<Item>()
  /// The items of the current run, the last first.
  private var run: [Item] = []
  /// The latest time of the items of the run.
  private var runSince: Int64 = 0
  /// The lowest number of the items of the run.
  private var runFirst: Int64 = 0
  /// The lowest number of the waiting items that were put back: they are not in the order of the numbers.
  private var firstPutBack = Int64.max
  /// The lowest number of the items that were left out.
  private var firstLeftOut = Int64.max

  var isEmpty: Bool { run.isEmpty && waiting.isEmpty }

  /// The time since which the next item has waited; nil: there is none.
  var oldest: Int64? { run.isEmpty ? waiting.first?.since : runSince }

  /// The number below which all sessions are in the index; nil: the queue does not limit it.
  var first: Int64? {
    let first = min(firstLeftOut, firstPutBack, run.isEmpty ? .max : runFirst, waiting.first?.seq ?? .max)
    return first == .max ? nil : first
  }

  /// - Parameter session: A session whose row comes after those of all earlier ones.
  mutating func append(_ session: SessionID, seq: Int64, since time: Int64) {
    waiting.append(Item(session: session, seq: seq, since: time))
  }

  /// Returns an item after a failed attempt.
  mutating func putBack(_ item: Item, now: Int64) {
    firstPutBack = min(firstPutBack, item.seq)
    append(item.session, seq: item.seq, since: now)
  }

  /// Leaves an item to the next start, which reads it from the database.
  mutating func leaveOut(_ item: Item) { firstLeftOut = min(firstLeftOut, item.seq) }

  /// Takes the next item, if it has waited since `time`.
  mutating func next(since time: Int64) -> Item? {
    if run.isEmpty { beginRun(since: time) }
    guard runSince <= time else { return nil }
    return run.popLast()
  }

  /// Frees the storage of an empty queue.
  mutating func releaseMemory() { (waiting, run) = (Queue(), []) }

  private mutating func beginRun(since time: Int64) {
    while run.count < Self.longestRun, let item = waiting.first, item.since <= time {
      run.append(item)
      _ = waiting.removeFirst()
    }
    runSince = run.last?.since ?? 0
    runFirst = run.reduce(.max) { min($0, $1.seq) }
    if waiting.isEmpty { firstPutBack = .max }
    run.sort { $0.session.textOrder > $1.session.textOrder }
  }
}
