/// Timers by the moment at which they are looked at: the next one is found at once.
struct DueHeap: Sendable {
  struct Entry: Sendable {
    /// When it is due; later than the timer's own moment when that is to be tried again.
    let at: Int64
    let timer: DueTimer

    var isDelayed: Bool { at != timer.fireAt }

    /// Those of one session that are due at the same moment come as they were made.
    func precedes(_ other: Entry) -> Bool {
      (at, timer.timer.utf8.count, timer.timer) < (other.at, other.timer.timer.utf8.count, other.timer.timer)
    }
  }

  /// No entry precedes the one at half its index: a binary heap.
  private var entries: [Entry] = []
  private var delayedCount = 0

  var next: Int64? { entries.first?.at }
  /// Without those that were delayed.
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

  /// Takes the next one, if it is due by then.
  mutating func take(dueBy time: Int64) -> DueTimer? {
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
