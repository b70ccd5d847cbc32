import Sessions
import Support

/// A session that waits for work of the writer.
protocol WaitingSession {
  var session: SessionID { get }
  /// The time from which the session has waited.
  var since: Int64 { get }
}

/// Sessions that wait for work of the writer.
///
/// They are taken a run at a time, the longest waiting first, and each run in the order of the ids, as the tables have
/// them: one write of a page then has the rows of several sessions.
struct SortedQueue<Item: WaitingSession> {
  /// The most items of a run.
  private static var longestRun: Int { 65_536 }

  private(set) var waiting = Queue<Item>()
  /// The items of the current run, the last first.
  private(set) var run: [Item] = []
  /// The earliest time of the items of the run when it began.
  private var runSince: Int64 = 0

  var isEmpty: Bool { run.isEmpty && waiting.isEmpty }

  /// The time from which the next item is considered to have waited; nil: there is none.
  var oldest: Int64? { run.isEmpty ? waiting.first?.since : runSince }

  mutating func append(_ item: Item) { waiting.append(item) }

  /// Takes the next item, if it has waited since `time`.
  ///
  /// - Parameter didBegin: Is called when a run begins.
  mutating func next(since time: Int64, didBegin: (borrowing Self) -> Void = { _ in }) -> Item? {
    if run.isEmpty, let first = waiting.first, first.since <= time {
      beginRun(since: time)
      didBegin(self)
    }
    return runSince <= time ? run.popLast() : nil
  }

  /// Frees the storage of an empty queue.
  mutating func releaseMemory() {
    if isEmpty { (waiting, run) = (Queue(), []) }
  }

  private mutating func beginRun(since time: Int64) {
    runSince = .max
    while run.count < Self.longestRun, let item = waiting.first, item.since <= time {
      run.append(item)
      runSince = min(runSince, item.since)
      _ = waiting.removeFirst()
    }
    // Descending, since `popLast` takes them from the end.
    run.sort { $0.session.textOrder > $1.session.textOrder }
  }
}
