/// Entries waiting for their time, on a clock that only moves when it is told to.
struct Timeline<Entry> {
  struct Waiting {
    let number: Int
    let due: Duration
    var entry: Entry
  }

  /// Since the start.
  private(set) var now = Duration.zero
  /// Earliest first; those due at the same time in the order in which they were added.
  private(set) var waiting: [Waiting] = []
  private var lastNumber = 0

  /// - Returns: The number that `remove` takes.
  @discardableResult
  mutating func add(_ entry: Entry, after delay: Duration) -> Int {
    lastNumber += 1
    let new = Waiting(number: lastNumber, due: now + delay, entry: entry)
    let place = waiting.firstIndex { $0.due > new.due } ?? waiting.endIndex
    waiting.insert(new, at: place)
    return new.number
  }

  /// - Returns: The entry; nil when it is gone already.
  @discardableResult
  mutating func remove(_ number: Int) -> Entry? {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    return waiting.remove(at: place).entry
  }

  /// Removes the first entry due at `time` or earlier, and moves the clock to when it was due.
  mutating func next(until time: Duration) -> Entry? {
    guard let first = waiting.first, first.due <= time else { return nil }
    waiting.removeFirst()
    now = max(now, first.due)
    return first.entry
  }

  /// Moves the clock to `time`, which nothing that waits may be due before.
  mutating func move(to time: Duration) {
    now = max(now, time)
  }
}
