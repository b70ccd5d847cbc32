/// What waits for one webhook, a line for each session.
struct DeliveryQueue {
  let number: Int
  let name: String
  /// Grows when the webhook is put or resumed: what an attempt before that came to says nothing about it now.
  private(set) var edition = 0
  private(set) var parking: Webhook.Parking?
  private(set) var circuitBreaker = CircuitBreaker()

  private(set) var lines: [String: Line] = [:]
  /// Whose first may be tried, those first that have waited for longest.
  private var ready = Queue<String>()
  private var failing: [Failing] = []
  /// The earliest of `failing`.
  private var nextDue = Int64.max
  private(set) var inFlight = 0

  /// Up to which position what waits is known.
  private(set) var known: Int64 = 0
  private var hasMore = true
  private var isUnreadableUntil = Int64.min
  /// What the receiver has asked for.
  private var isWelcomeFrom = Int64.min

  private(set) var delivered = 0
  private(set) var failures = 0
  private(set) var lastFailure: String?

  /// The deliveries of one session, of which only the first is ever tried. What they are is not kept here, so that a
  /// session with a million of them takes no more than one with two.
  struct Line {
    /// The last that was delivered, or the place before the first.
    var after: Int64
    var newest: Int64
    /// In a row, at the first.
    var failures = 0
  }

  private struct Failing {
    let session: String
    let due: Int64
  }

  init(number: Int, name: String, parking: Webhook.Parking?) {
    self.number = number
    self.name = name
    self.parking = parking
  }

  var failingSessions: Int { failing.count }

  /// Begins anew with what is known: nothing has failed yet.
  mutating func restart(parking: Webhook.Parking?) {
    edition += 1
    self.parking = parking
    circuitBreaker = CircuitBreaker()
    isUnreadableUntil = .min
    isWelcomeFrom = .min
    for session in lines.keys { lines[session]?.failures = 0 }
    for entry in failing { ready.append(entry.session) }
    failing = []
    nextDue = .max
  }
}

// MARK: - What can be done now

extension DeliveryQueue {
  mutating func next(_ limits: Schedule.Limits, _ slots: Schedule.Slots, at now: Int64) -> Schedule.Operation? {
    wakeFailing(at: now)
    guard parking == nil, isPausedUntil <= now, inFlight < width(limits) else { return nil }
    if wantsPage(limits, at: now) { return .read(queue: number, webhook: name, after: known) }
    guard inFlight < slots.share || slots.free > 0, let session = ready.removeFirst(), let line = lines[session] else {
      return nil
    }
    inFlight += 1
    return .send(
      Schedule.Attempt(queue: number, edition: edition, webhook: name, session: session, after: line.after))
  }

  /// Whether to look for more before anything else is sent.
  private func wantsPage(_ limits: Schedule.Limits, at now: Int64) -> Bool {
    hasMore && ready.isEmpty && isUnreadableUntil <= now && lines.count + limits.page <= limits.sessions
  }

  private var isPausedUntil: Int64 { max(circuitBreaker.isPausedUntil, isWelcomeFrom) }

  private func width(_ limits: Schedule.Limits) -> Int {
    circuitBreaker.isGrave ? 1 : limits.inFlight
  }

  /// Makes ready what has waited for long enough.
  private mutating func wakeFailing(at now: Int64) {
    guard nextDue <= now else { return }
    for entry in failing where entry.due <= now { ready.append(entry.session) }
    failing.removeAll { $0.due <= now }
    nextDue = failing.map(\.due).min() ?? .max
  }

  /// When there may be something to do without anything having happened; only if it is after `now`.
  func wakesAt(after now: Int64) -> Int64 {
    guard parking == nil else { return .max }
    var earliest = nextDue
    if hasMore, isUnreadableUntil > now { earliest = min(earliest, isUnreadableUntil) }
    if hasMore || !ready.isEmpty, isPausedUntil > now { earliest = min(earliest, isPausedUntil) }
    return earliest > now ? earliest : .max
  }
}

// MARK: - What has happened

extension DeliveryQueue {
  mutating func announce() {
    hasMore = true
  }

  mutating func add(_ page: [WaitingDelivery], isLast: Bool) {
    hasMore = !isLast
    for waiting in page {
      if lines[waiting.session] == nil {
        lines[waiting.session] = Line(after: waiting.position - 1, newest: waiting.position)
        ready.append(waiting.session)
      } else {
        lines[waiting.session]?.newest = waiting.position
      }
      known = waiting.position
    }
  }

  mutating func isUnreadable(until time: Int64) {
    isUnreadableUntil = time
  }

  /// The receiver has the first delivery of the line.
  mutating func succeed(_ session: String, at position: Int64) {
    inFlight -= 1
    delivered += 1
    circuitBreaker = CircuitBreaker()
    lastFailure = nil
    guard var line = lines[session], line.newest > position else {
      lines[session] = nil
      return
    }
    line.after = position
    line.failures = 0
    lines[session] = line
    ready.append(session)
  }

  /// The store has nothing more in the line.
  mutating func end(_ session: String) {
    inFlight -= 1
    lines[session] = nil
  }

  /// Not the receiver's fault, or not that of the receiver there is now.
  mutating func putBack(_ session: String, until due: Int64?) {
    inFlight -= 1
    if let due { wait(session, until: due) } else { ready.append(session) }
  }

  /// The receiver does not have it.
  ///
  /// - Returns: The milliseconds that the line waits, and how often its first has failed.
  mutating func fail(
    _ session: String, _ failure: DeliveryOutcome.Failure, at now: Int64, _ backoff: Backoff, _ random: Randomness
  ) -> (delay: Int64, failures: Int) {
    inFlight -= 1
    failures += 1
    lastFailure = failure.reason
    circuitBreaker.note(at: now, backoff)
    let count = (lines[session]?.failures ?? 0) + 1
    lines[session]?.failures = count
    let asked = min(failure.retryAfter ?? 0, backoff.longestAsked)
    if failure.concernsAll { isWelcomeFrom = max(isWelcomeFrom, now + asked) }
    let delay = max(asked, backoff.delay(after: count, random))
    wait(session, until: now + delay)
    return (delay, count)
  }

  private mutating func wait(_ session: String, until due: Int64) {
    failing.append(Failing(session: session, due: due))
    nextDue = min(nextDue, due)
  }

  mutating func park(_ parking: Webhook.Parking) {
    self.parking = parking
  }
}
