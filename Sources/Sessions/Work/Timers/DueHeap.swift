/// A binary heap of timers, ordered by the time at which they are next handled.
struct DueHeap: Sendable {
  struct Entry: Sendable {
    /// The time of the next attempt; later than the timer's own time after a failed attempt.
    let at: Int64
    let timer: DueTimer

    var isDelayed: Bool { at != timer.fireAt }

    /// Orders by time; timers of one session with the same time keep the order of their ids.
    func precedes(_ other: Entry) -> Bool {
      // Ids are numbered without leading zeros (`t8`, `t10`), so that a longer one is a later one.
      (at, timer.timer.utf8.count, timer.timer) < (other.at, other.timer.timer.utf8.count, other.timer.timer)
    }
  }

  /// The heap: no entry precedes its parent, the one at half its index.
  private var entries: [Entry] = []
  private var delayedCount = 0

  var next: Int64? { entries.first?.at }
  /// The number of timers without a failed attempt.
  var freshCount: Int { entries.count - delayedCount }
  var count: Int { entries.count }

  func count(dueBy time: Int64) -> Int { entries.count { $0.at <= time } }

  mutating func add(_ entry: Entry) {
    if entry.isDelayed { delayedCount += 1 }
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entries[index].precedes(entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the next timer if it is due at `time`.
  mutating func pop(dueBy time: Int64) -> DueTimer? {
    guard let first = entries.first, first.at <= time else { return nil }
    if first.isDelayed { delayedCount -= 1 }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink()
    return first.timer
  }

  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child].precedes(entries[least]) { least = child }
      guard least != index else { return }
      entries.swapAt(index, least)
      index = least
    }
  }
}
