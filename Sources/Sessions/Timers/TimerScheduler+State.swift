extension TimerScheduler {
  struct State {
    /// nil: not begun, or stopped.
    var service: Service?
    private(set) var heap = DueHeap()
    /// Those in the heap, and those that have been told and have not ended: nobody is told twice at a time.
    private var known: Set<DueTimer> = []
    private(set) var running = 0
    private var pausedUntil: Int64 = .min
    /// Every timer up to this moment is known.
    private var coveredUntil: Int64 = .min
    /// While a page is read: up to which moment. What becomes pending meanwhile may not be in it.
    private var readingUntil: Int64?
    /// The last one that was read.
    private var lastRead: DueTimer?
    private var readAt: Int64 = .min
    /// When the bell will ring; nil: it has rung.
    var wakeupTime: Int64?
  }
}

extension TimerScheduler.State {
  /// Whether a timer that becomes pending now may be among those that have been read already.
  func covers(_ time: Int64) -> Bool {
    service != nil && time <= max(coveredUntil, readingUntil ?? .min)
  }

  mutating func add(_ timer: DueTimer, at time: Int64) {
    if known.insert(timer).inserted { heap.add(DueHeap.Entry(at: time, timer: timer)) }
  }

  /// A pause that lies further ahead than any that was begun now: the wall clock was set back.
  mutating func endPause(_ now: Int64) {
    if pausedUntil > now + TimerScheduler.pause { pausedUntil = .min }
  }

  mutating func takeDue(_ now: Int64) -> [DueTimer] {
    var due: [DueTimer] = []
    while now >= pausedUntil, running < TimerScheduler.concurrency, let timer = heap.take(dueBy: now) {
      running += 1
      due.append(timer)
    }
    return due
  }

  mutating func end(_ timer: DueTimer, _ firing: TimerScheduler.Firing, _ now: Int64) {
    running -= 1
    known.remove(timer)
    switch firing {
    case .over: break
    case .later:
      pausedUntil = now + TimerScheduler.pause
      add(timer, at: timer.fireAt)
    case .moved(let time): add(timer, at: time)
    case .damaged: add(timer, at: now + TimerScheduler.longPause)
    }
  }

  /// What is to be read now, if anything.
  mutating func nextQuery(_ now: Int64) -> TimerQuery? {
    guard wantsToRead, now >= max(readAt, pausedUntil) else { return nil }
    readingUntil = now + TimerScheduler.horizon
    return TimerQuery(after: lastRead, until: now + TimerScheduler.horizon, limit: TimerScheduler.page)
  }

  mutating func take(_ result: Result<[DueTimer], JournalFailure>, of query: TimerQuery, _ now: Int64) {
    readingUntil = nil
    guard case .success(let timers) = result else {
      pausedUntil = now + TimerScheduler.pause
      return
    }
    for timer in timers { add(timer, at: timer.fireAt) }
    lastRead = timers.last ?? lastRead
    let isLast = timers.count < query.limit
    coveredUntil = max(coveredUntil, isLast ? query.until : timers.last?.fireAt ?? .min)
    readAt = isLast ? query.until - TimerScheduler.horizon / 2 : .min
  }

  /// Sets the bell to when there is something to do next, if it is not set to that.
  mutating func rearm(_ now: Int64) {
    guard let wakeup = service?.wakeup else { return }
    var next = Int64.max
    if running < TimerScheduler.concurrency, let due = heap.next { next = due }
    if wantsToRead { next = min(next, readAt) }
    guard next < .max else { return }
    next = max(next, pausedUntil, now)
    guard wakeupTime.map({ next < $0 }) ?? true else { return }
    wakeupTime = next
    wakeup.fire(at: next)
  }

  /// Not while there is a page, and not before half of what was read has come to its end.
  private var wantsToRead: Bool { readingUntil == nil && heap.freshCount < TimerScheduler.page / 2 }
}
