/// The timers that are due soon.
struct TimerBacklog: Sendable {
  private var heap = DueHeap()
  /// The timers in the heap and the running ones, so that no timer runs twice at a time.
  private var timers: Set<DueTimer> = []
  /// The time up to which all timers are known.
  private var coveredUntil: Int64 = .min
  /// The end of the page that is being read. Timers that are set during the read may be missing from it.
  private var readingUntil: Int64?
  /// The last timer that was read.
  private var lastRead: DueTimer?
  private var readAt: Int64 = .min
  /// nil: this is the only node.
  private let node: ServerNode?

  init(_ node: ServerNode? = nil) {
    self.node = node
  }

  /// Whether a new timer with this time would be missed by further reads.
  func covers(_ time: Int64) -> Bool { time <= max(coveredUntil, readingUntil ?? .min) }

  /// Returns the number of timers in memory, and of those that are overdue or running.
  func known(at now: Int64) -> (count: Int, due: Int) {
    let running = timers.count - heap.count
    return (timers.count, heap.count(dueBy: now) + running)
  }

  mutating func add(_ timer: DueTimer, at time: Int64) {
    if timers.insert(timer).inserted { heap.add(DueHeap.Entry(at: time, timer: timer)) }
  }
}

extension TimerBacklog: WorkBacklog {
  var nextDue: Int64? { heap.next }
  /// Less than half a page is left when more timers are read.
  var nextRead: Int64? { heap.freshCount < Self.page / 2 ? readAt : nil }

  mutating func popDue(_ now: Int64, atMost limit: Int) -> [DueTimer] {
    var due: [DueTimer] = []
    while due.count < limit, let timer = heap.pop(dueBy: now) { due.append(timer) }
    return due
  }

  mutating func end(_ timer: DueTimer, _ firing: TimerScheduler.Firing, _ now: Int64) -> AttemptOutcome {
    timers.remove(timer)
    switch firing {
    case .over: return .settled
    case .later:
      // Due at once again, since the whole scheduler pauses after a failure of the journal.
      add(timer, at: timer.fireAt)
      return .journalFailed
    case .moved(let time): add(timer, at: time)
    case .damaged: add(timer, at: now + WorkTiming.longPause)
    }
    return .settled
  }

  mutating func beginReading(_ now: Int64) -> TimerQuery {
    guard let node else {
      readingUntil = now + Self.horizon
      return TimerQuery(after: lastRead, until: now + Self.horizon, limit: Self.page)
    }
    // Other nodes set and fire timers as well, so that no place in the table divides known ones from others.
    readingUntil = now + Self.sharedHorizon
    return TimerQuery(after: nil, until: now + Self.sharedHorizon, limit: Self.page, partitions: node.partitions)
  }

  mutating func endReading(_ page: [DueTimer]?, of query: TimerQuery, _ now: Int64) {
    readingUntil = nil
    guard let page else { return }
    for timer in page { add(timer, at: timer.fireAt) }
    lastRead = page.last ?? lastRead
    let isLast = page.count < query.limit
    // A full page may be followed by timers after its last one.
    coveredUntil = max(coveredUntil, isLast ? query.until : page.last?.fireAt ?? .min)
    // The next page is read while the timers of half a period are still known.
    readAt = isLast ? query.until - (node == nil ? Self.horizon : Self.sharedHorizon) / 2 : .min
  }

  /// The period ahead for which timers are read, in milliseconds.
  private static let horizon: Int64 = 60_000
  /// The same with several nodes.
  private static let sharedHorizon: Int64 = 2_000
  /// The maximum number of timers of one query.
  private static let page = 1_000
}
