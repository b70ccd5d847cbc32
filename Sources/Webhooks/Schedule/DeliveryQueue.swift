import Support

/// The pending deliveries of one webhook, with a line for each session.
struct DeliveryQueue {
  let number: Int
  let name: String
  /// Increases when the webhook is replaced or resumed: outcomes of earlier attempts no longer count.
  private(set) var edition = 0
  private(set) var parking: Webhook.Parking?
  private(set) var circuitBreaker = CircuitBreaker()

  private(set) var lines: [String: Line] = [:]
  /// The sessions whose first delivery can be sent, in the order in which they became ready.
  private var ready = Queue<String>()
  private var failing: [Failing] = []
  /// The earliest time in `failing`.
  private var nextDue = Int64.max
  private(set) var inFlight = 0

  /// The position up to which pending deliveries were read.
  private(set) var known: Int64 = 0
  private var hasMore = true
  private var isUnreadableUntil = Int64.min
  /// The end of the pause that the receiver requested.
  private var isWelcomeFrom = Int64.min

  private(set) var delivered = 0
  private(set) var failures = 0
  private(set) var lastFailure: String?

  /// The deliveries of one session, of which only the first is ever attempted. The deliveries themselves are not stored
  /// here, so a line has a constant size.
  struct Line {
    /// The position of the last delivered output, or one before the first pending one.
    var after: Int64
    var newest: Int64
    /// Consecutive failures of the first delivery.
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

  /// Resets all failures for a replaced or resumed webhook.
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

// MARK: - Next operation

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

  /// Whether to read more deliveries before the next attempt.
  private func wantsPage(_ limits: Schedule.Limits, at now: Int64) -> Bool {
    // Each delivery of a page may be of a new session, which takes a line.
    hasMore && ready.isEmpty && isUnreadableUntil <= now && lines.count + limits.page <= limits.sessions
  }

  private var isPausedUntil: Int64 { max(circuitBreaker.isPausedUntil, isWelcomeFrom) }

  private func width(_ limits: Schedule.Limits) -> Int {
    circuitBreaker.isGrave ? 1 : limits.inFlight
  }

  /// Moves sessions whose delay has passed to `ready`.
  private mutating func wakeFailing(at now: Int64) {
    guard nextDue <= now else { return }
    for entry in failing where entry.due <= now { ready.append(entry.session) }
    failing.removeAll { $0.due <= now }
    nextDue = failing.map(\.due).min() ?? .max
  }

  /// The next time at which an operation becomes possible by itself; only times after `now` count.
  func wakesAt(after now: Int64) -> Int64 {
    guard parking == nil else { return .max }
    var earliest = nextDue
    if hasMore, isUnreadableUntil > now { earliest = min(earliest, isUnreadableUntil) }
    if hasMore || !ready.isEmpty, isPausedUntil > now { earliest = min(earliest, isPausedUntil) }
    return earliest > now ? earliest : .max
  }
}

// MARK: - Events

extension DeliveryQueue {
  mutating func announce() {
    hasMore = true
  }

  mutating func add(_ page: [WaitingDelivery], isLast: Bool) {
    hasMore = !isLast
    for waiting in page {
      if lines[waiting.session] == nil {
        // One before the first: the read of a delivery begins after it.
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

  /// Records that the first delivery of the line was accepted.
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

  /// Removes a line without pending deliveries.
  mutating func end(_ session: String) {
    inFlight -= 1
    lines[session] = nil
  }

  /// Requeues a session without counting a failure: the attempt did not reach the receiver, or the webhook was replaced
  /// meanwhile.
  mutating func putBack(_ session: String, until due: Int64?) {
    inFlight -= 1
    if let due { wait(session, until: due) } else { ready.append(session) }
  }

  /// Records a failure of the first delivery.
  ///
  /// - Returns: The delay of the line in milliseconds, and the number of failures of its first delivery.
  mutating func fail(
    _ session: String, _ failure: DeliveryOutcome.Failure, at now: Int64, _ backoff: Backoff, _ random: Randomness
  ) -> (delay: Int64, failures: Int) {
    inFlight -= 1
    failures += 1
    lastFailure = failure.reason
    circuitBreaker.recordFailure(at: now, backoff)
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
