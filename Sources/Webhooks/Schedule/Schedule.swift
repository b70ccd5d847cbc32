/// What is to be sent next, and when: the sender's decisions, without its deeds.
///
/// Times are milliseconds of a clock that is not set, but for `since` of a parked webhook. Sends nothing, reads nothing,
/// waits for nothing; the sender does.
struct Schedule {
  struct Limits: Sendable {
    /// Deliveries on their way to one webhook, and to all.
    var inFlight = 16
    var inFlightInAll = 256
    /// Webhooks, each of which has an equal share of `inFlightInAll` to itself, one at least.
    var webhooks = 100
    /// Sessions of one webhook that are known to have something; the others wait in the store.
    var sessions = 4_096
    /// How many waiting deliveries are read at once; at most `sessions`.
    var page = 256
    /// Failures in a row that park a webhook.
    var failures = 20
    /// Milliseconds before what could not be read is tried again.
    var rereading: Int64 = 1_000
    var backoff = Backoff()
  }

  enum Operation: Equatable {
    /// Look what waits, and `add` it.
    case read(queue: Int, webhook: String, after: Int64)
    /// Send a session's first delivery after that position, and say how it `finished`.
    case send(Attempt)
  }

  struct Attempt: Sendable, Equatable {
    let queue: Int
    let edition: Int
    let webhook: String
    let session: String
    let after: Int64
  }

  /// What has become of an attempt.
  enum AttemptResult: Equatable {
    case acknowledged(Int64)
    /// Milliseconds until it is tried again, and how often it has failed.
    case retried(after: Int64, failures: Int)
    case parked(Webhook.Parking)
    /// Nothing that anybody has to be told.
    case settled
  }

  let limits: Limits
  private let random: Randomness
  private var queues: [Int: DeliveryQueue] = [:]
  private var numbers: [String: Int] = [:]
  /// The numbers of the lanes, the one first whose turn it is.
  private var turns: [Int] = []
  private var lastNumber = 0
  private(set) var inFlight = 0

  init(limits: Limits = Limits(), random: @escaping Randomness) {
    self.limits = limits
    self.random = random
  }

  /// A webhook is new, is another now, or is resumed.
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
    queues[number] = nil
    turns.removeAll { $0 == number }
  }

  /// There are new deliveries for the webhook.
  mutating func announce(_ name: String) {
    guard let number = numbers[name] else { return }
    queues[number]?.announce()
  }

  /// What waits after the position that `.read` said.
  mutating func add(_ page: [WaitingDelivery], to queue: Int) {
    queues[queue]?.add(page, isLast: page.count < limits.page)
  }

  /// What waits could not be read.
  mutating func failedToRead(_ queue: Int, at now: Int64) {
    queues[queue]?.isUnreadable(until: now + limits.rereading)
  }

  func status(of name: String) -> WebhookStatus? {
    numbers[name].flatMap { queues[$0] }.map(WebhookStatus.init)
  }

  /// What to do now; nil when there is nothing.
  mutating func next(at now: Int64) -> Operation? {
    let slots = slots
    for turn in turns.indices {
      let number = turns[turn]
      guard let step = queues[number]?.next(limits, slots, at: now) else { continue }
      if case .send = step { inFlight += 1 }
      turns.remove(at: turn)
      turns.append(number)
      return step
    }
    return nil
  }

  /// The deliveries that may be on their way. What other webhooks have to themselves and do not use is not free, so
  /// receivers that hang take nothing from one that answers.
  private var slots: Slots {
    let share = max(1, limits.inFlightInAll / max(limits.webhooks, queues.count))
    let reserved = queues.values.reduce(0) { $0 + max(0, share - $1.inFlight) }
    return Slots(share: share, free: limits.inFlightInAll - inFlight - reserved)
  }

  /// How many deliveries may be on their way at once.
  struct Slots {
    /// Of each webhook, whatever the others have.
    let share: Int
    /// Of whichever webhook has used its share.
    let free: Int
  }

  /// The time at which to ask for `next` again, when nothing happens before; nil for never.
  ///
  /// Valid after `next` has said that there is nothing to do at `now`.
  func wakesAt(after now: Int64) -> Int64? {
    let earliest = queues.values.map { $0.wakesAt(after: now) }.min() ?? .max
    return earliest == .max ? nil : earliest
  }

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
      return park(attempt.queue, "answered 410: the receiver wants nothing more", date: date)
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
    return park(attempt.queue, "failed \(count) times in a row, at last: \(failure.reason)", date: date)
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
