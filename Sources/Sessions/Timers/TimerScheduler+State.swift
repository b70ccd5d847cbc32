extension TimerScheduler {
  struct State {
    /// nil: not started, or stopped.
    var service: Service?
    private(set) var heap = DueHeap()
    /// The timers in the heap and the running ones, so that no timer runs twice at a time.
    private var known: Set<DueTimer> = []
    private(set) var running = 0
    private var pausedUntil: Int64 = .min
    /// The time up to which all timers are known.
    private var coveredUntil: Int64 = .min
    /// The end of the page that is being read. Timers that are set during the read may be missing from it.
    private var readingUntil: Int64?
    /// The last timer that was read.
    private var lastRead: DueTimer?
    private var readAt: Int64 = .min
    /// The time at which the timer will fire; nil: it has fired.
    var wakeupTime: Int64?
  }
}

extension TimerScheduler.State {
  /// Whether a new timer with this time would be missed by further reads.
  func covers(_ time: Int64) -> Bool {
    service != nil && time <= max(coveredUntil, readingUntil ?? .min)
  }

  mutating func add(_ timer: DueTimer, at time: Int64) {
    if known.insert(timer).inserted { heap.add(DueHeap.Entry(at: time, timer: timer)) }
  }

  /// Ends a pause that would end later than any new one: the wall clock was set back.
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

  /// Returns the next query, if timers should be read now.
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

  /// Sets the timer to the next work, unless it fires earlier anyway.
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

  /// Whether to read more timers: no read is running, and less than half a page is left.
  private var wantsToRead: Bool { readingUntil == nil && heap.freshCount < TimerScheduler.page / 2 }
}
