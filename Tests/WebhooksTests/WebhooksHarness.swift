@testable import Webhooks

/// A schedule with a manual clock and a store in memory.
struct WebhooksHarness {
  var schedule: Schedule
  var now: Int64 = 0
  private(set) var stored: [String: [WaitingDelivery]] = [:]
  private(set) var reads = 0

  /// Makes a schedule without randomness: every delay is the longest.
  init(_ change: (inout Schedule.Limits) -> Void = { _ in }) {
    var limits = Schedule.Limits()
    change(&limits)
    schedule = Schedule(limits: limits) { $0.upperBound }
  }

  /// Commits an output of each session, in this order.
  mutating func commit(_ sessions: String..., to webhook: String = "orders") {
    for session in sessions {
      let position = Int64(stored.values.joined().count + 1)
      stored[webhook, default: []].append(WaitingDelivery(position: position, session: session))
    }
    schedule.announce(webhook)
  }

  /// Returns all attempts that are due.
  mutating func attempts() -> [Schedule.Attempt] {
    var attempts: [Schedule.Attempt] = []
    while let step = schedule.next(at: now) {
      switch step {
      case .send(let attempt): attempts.append(attempt)
      case .read(let queue, let webhook, let after):
        reads += 1
        let page = stored[webhook, default: []].filter { $0.position > after }.prefix(schedule.limits.page)
        schedule.add(Array(page), to: queue)
      }
    }
    return attempts
  }

  struct NothingToSend: Error {}

  /// Returns the first attempt that is due, or the first one of a session.
  mutating func attempt(_ session: String? = nil) throws -> Schedule.Attempt {
    guard let attempt = attempts().first(where: { session == nil || $0.session == session }) else {
      throw NothingToSend()
    }
    return attempt
  }

  /// Returns the sessions whose deliveries are due.
  mutating func sessions() -> [String] {
    attempts().map(\.session)
  }

  /// Ends an attempt.
  mutating func end(_ attempt: Schedule.Attempt, _ outcome: DeliveryOutcome) -> Schedule.AttemptResult {
    schedule.finished(attempt, outcome, at: now, date: 1_767_323_045_678 + now)
  }

  /// Acknowledges the delivery that the attempt sends.
  @discardableResult
  mutating func succeed(_ attempt: Schedule.Attempt) -> Schedule.AttemptResult {
    let position = stored[attempt.webhook, default: []]
      .first { $0.session == attempt.session && $0.position > attempt.after }?.position
    return end(attempt, position.map(DeliveryOutcome.delivered) ?? .nothing)
  }

  @discardableResult
  mutating func fail(
    _ attempt: Schedule.Attempt, retryAfter: Int64? = nil, concernsAll: Bool = false
  ) -> Schedule.AttemptResult {
    end(
      attempt,
      .failed(DeliveryOutcome.Failure(reason: "answered 500", retryAfter: retryAfter, concernsAll: concernsAll)))
  }

  /// Advances the clock to the next time at which something is due.
  mutating func sleep() {
    if let time = schedule.wakesAt(after: now) { now = time }
  }
}

extension Schedule.AttemptResult {
  var isRetry: Bool {
    if case .retried = self { true } else { false }
  }
}
