/// The scheduling of deliveries, as a pure state machine without I/O.
///
/// Times are milliseconds of a monotonic clock, except for `since` of a disabled webhook. The sender performs the
/// operations.
struct Schedule {
  struct Limits: Sendable {
    /// The limits of attempts in flight for one webhook and in total.
    var inFlight = 16
    var inFlightInAll = 256
    /// The maximum number of webhooks. Each has an equal reserved share of `inFlightInAll`, at least one.
    var webhooks = 100
    /// The maximum number of sessions of one webhook in memory; the others wait in the store.
    var sessions = 4_096
    /// The number of pending deliveries that are read at once; at most `sessions`.
    var page = 256
    /// Consecutive failures that disable a webhook.
    var failures = 20
    /// Milliseconds before a failed read of the store is retried.
    var rereading: Int64 = 1_000
    var backoff = Backoff()
  }

  enum Operation: Equatable {
    /// Read pending deliveries and pass them to `add`.
    case read(queue: Int, webhook: String, after: Int64)
    /// Send a session's first delivery after the position, and call `finished`.
    case send(Attempt)
  }

  struct Attempt: Sendable, Equatable {
    let queue: Int
    let edition: Int
    let webhook: String
    let session: String
    let after: Int64
  }

  /// The result of an attempt.
  enum AttemptResult: Equatable {
    case acknowledged(Int64)
    /// A retry follows: after the delay in milliseconds; `failures` is the number of failures so far.
    case retried(after: Int64, failures: Int)
    case parked(Webhook.Parking)
    /// No action is needed.
    case settled
  }

  let limits: Limits
  private let random: Randomness
  private var queues: [Int: DeliveryQueue] = [:]
  private var numbers: [String: Int] = [:]
  /// The numbers of the queues, in round-robin order.
  private var turns: [Int] = []
  private var lastNumber = 0
  private(set) var inFlight = 0

  init(limits: Limits = Limits(), random: @escaping Randomness) {
    self.limits = limits
    self.random = random
  }

  /// Adds, replaces or resumes a webhook.
  mutating func put(_ name: String, _ state: Webhook.State) {
    var parking: Webhook.Parking?
    if case .parked(let given) = state { parking = given }
    if let number = numbers[name] {
      queues[number]?.restart(parking: parking)
      return
    }
    lastNumber += 1
    numbers[name] = lastNumber
    queues[lastNumber] = DeliveryQueue(number: lastNumber, name: name, parking: parking)
    turns.append(lastNumber)
  }

  mutating func remove(_ name: String) {
    guard let number = numbers.removeValue(forKey: name) else { return }
    // Numbers are not used again, so the outcomes of attempts in flight find no queue.
    queues[number] = nil
    turns.removeAll { $0 == number }
  }

  /// Records new deliveries of a webhook.
  mutating func announce(_ name: String) {
    guard let number = numbers[name] else { return }
    queues[number]?.announce()
  }

  /// Adds pending deliveries, read after the position in `.read`.
  mutating func add(_ page: [WaitingDelivery], to queue: Int) {
    queues[queue]?.add(page, isLast: page.count < limits.page)
  }

  /// Records that a read of the store failed.
  mutating func failedToRead(_ queue: Int, at now: Int64) {
    queues[queue]?.isUnreadable(until: now + limits.rereading)
  }

  func status(of name: String) -> WebhookStatus? {
    numbers[name].flatMap { queues[$0] }.map(WebhookStatus.init)
  }

  /// The next operation; nil when there is none now.
  mutating func next(at now: Int64) -> Operation? {
    let slots = slots
    for turn in turns.indices {
      let number = turns[turn]
      guard let step = queues[number]?.next(limits, slots, at: now) else { continue }
      if case .send = step { inFlight += 1 }
      // To the end: webhooks take turns, whatever the number of their deliveries.
      turns.remove(at: turn)
      turns.append(number)
      return step
    }
    return nil
  }

  /// The free slots. Reserved slots of other webhooks are not free even when unused, so hanging receivers do not slow
  /// down others.
  private var slots: Slots {
    // By the limit of webhooks, not their number: a share does not shrink when another webhook is added.
    let share = max(1, limits.inFlightInAll / max(limits.webhooks, queues.count))
    let reserved = queues.values.reduce(0) { $0 + max(0, share - $1.inFlight) }
    return Slots(share: share, free: limits.inFlightInAll - inFlight - reserved)
  }

  /// The slots for attempts in flight.
  struct Slots {
    /// The reserved slots of each webhook.
    let share: Int
    /// The free slots for webhooks that have used their share.
    let free: Int
  }

  /// The time at which to call `next` again if no event happens before; nil: none.
  ///
  /// Valid after `next` has returned nil at `now`.
  func wakesAt(after now: Int64) -> Int64? {
    let earliest = queues.values.map { $0.wakesAt(after: now) }.min() ?? .max
    return earliest == .max ? nil : earliest
  }

  /// Records the outcome of an attempt.
  ///
  /// - Parameter date: Milliseconds since 1970.
  mutating func finished(_ attempt: Attempt, _ outcome: DeliveryOutcome, at now: Int64, date: Int64) -> AttemptResult {
    inFlight -= 1
    switch outcome {
    case .delivered(let position):
      queues[attempt.queue]?.succeed(attempt.session, at: position)
      return .acknowledged(position)
    case .nothing: queues[attempt.queue]?.end(attempt.session)
    case .unreadable: queues[attempt.queue]?.putBack(attempt.session, until: now + limits.rereading)
    case .failed(let failure) where isCurrent(attempt): return fail(attempt, failure, at: now, date: date)
    case .unwanted where isCurrent(attempt):
      queues[attempt.queue]?.putBack(attempt.session, until: nil)
      return park(attempt.queue, "answered 410: the receiver accepts no further deliveries", date: date)
    case .failed, .unwanted: queues[attempt.queue]?.putBack(attempt.session, until: nil)
    }
    return .settled
  }

  private func isCurrent(_ attempt: Attempt) -> Bool {
    queues[attempt.queue]?.edition == attempt.edition
  }

  private mutating func fail(_ attempt: Attempt, _ failure: DeliveryOutcome.Failure, at now: Int64, date: Int64)
    -> AttemptResult
  {
    guard let wait = queues[attempt.queue]?.fail(attempt.session, failure, at: now, limits.backoff, random),
      let count = queues[attempt.queue]?.circuitBreaker.failures
    else { return .settled }
    guard count >= limits.failures else { return .retried(after: wait.delay, failures: wait.failures) }
    return park(attempt.queue, "failed \(count) times in a row, last error: \(failure.reason)", date: date)
  }

  private mutating func park(_ number: Int, _ reason: String, date: Int64) -> AttemptResult {
    guard queues[number]?.parking == nil else { return .settled }
    let parking = Webhook.Parking(reason: reason, since: date)
    queues[number]?.park(parking)
    return .parked(parking)
  }
}

extension WebhookStatus {
  fileprivate init(_ queue: DeliveryQueue) {
    self.init(
      state: queue.parking.map(Webhook.State.parked) ?? .active, inFlight: queue.inFlight,
      failingSessions: queue.failingSessions, delivered: queue.delivered, failures: queue.failures,
      lastFailure: queue.lastFailure)
  }
}
