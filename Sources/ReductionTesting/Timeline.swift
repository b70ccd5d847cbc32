extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// A queue of entries with due times, on a clock that is advanced by calls.
struct Timeline<Entry> {
  struct Waiting {
    let number: Int
    let due: Duration
    var entry: Entry
  }

  /// The time since the start.
  private(set) var now = Duration.zero
  /// Ordered by due time; entries of the same time keep the order in which they were added.
  private(set) var waiting: [Waiting] = []
  private var lastNumber = 0

  /// - Returns: The number by which the entry can be removed.
  @discardableResult
  mutating func add(_ entry: Entry, after delay: Duration) -> Int {
    lastNumber += 1
    let new = Waiting(number: lastNumber, due: now + delay, entry: entry)
    let place = waiting.firstIndex { $0.due > new.due } ?? waiting.endIndex
    waiting.insert(new, at: place)
    return new.number
  }

  /// - Returns: The removed entry; nil when it was removed before.
  @discardableResult
  mutating func remove(_ number: Int) -> Entry? {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    return waiting.remove(at: place).entry
  }

  /// Removes the first entry due at `time` or earlier, and moves the clock to its due time.
  mutating func next(until time: Duration) -> Entry? {
    guard let first = waiting.first, first.due <= time else { return nil }
    waiting.removeFirst()
    now = max(now, first.due)
    return first.entry
  }

  /// Moves the clock to `time`. No entry may be due before that.
  mutating func move(to time: Duration) {
    now = max(now, time)
  }
}
