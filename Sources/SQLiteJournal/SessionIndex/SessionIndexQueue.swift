import Sessions

/// The sessions that wait for the index of their ids.
struct SessionIndexQueue {
  struct Item: WaitingSession {
    let session: SessionID
    /// The number of the session's row.
    let seq: Int64
    /// The time of its commit, or of the last failed attempt.
    let since: Int64
  }

  private var items = SortedQueue<Item>()
  /// The lowest number of the items of the current run.
  private var runFirst: Int64 = 0
  /// The lowest number of the waiting items that were put back: they are not in the order of the numbers.
  private var firstPutBack = Int64.max
  /// The lowest number of the items that were left out.
  private var firstLeftOut = Int64.max

  var isEmpty: Bool { items.isEmpty }

  /// The time since which the next item has waited; nil: there is none.
  var oldest: Int64? { items.oldest }

  /// The number below which all sessions are in the index; nil: the queue does not limit it.
  var first: Int64? {
    let first = min(
      firstLeftOut, firstPutBack, items.run.isEmpty ? .max : runFirst, items.waiting.first?.seq ?? .max)
    return first == .max ? nil : first
  }

  /// - Parameter session: A session whose row comes after those of all earlier ones.
  mutating func append(_ session: SessionID, seq: Int64, since time: Int64) {
    items.append(Item(session: session, seq: seq, since: time))
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
    items.next(since: time) { items in
      runFirst = items.run.reduce(.max) { min($0, $1.seq) }
      // All items that were put back are in this run, whose lowest number is known.
      if items.waiting.isEmpty { firstPutBack = .max }
    }
  }

  /// Frees the storage of an empty queue.
  mutating func releaseMemory() { items.releaseMemory() }
}
