import Support

/// The loop of the sender's thread: completes finished transfers, performs operations, waits.
final class DeliveryLoop {
  private let sender: WebhookSender
  private var transport: CurlTransport?
  private var attempts: [Int: Sent] = [:]
  private var lastToken = 0
  /// The positions that receivers accepted in this round.
  private var acknowledged: [Int64] = []

  private struct Sent {
    let attempt: Schedule.Attempt
    let position: Int64
    let span: TraceSpan?
  }

  init(_ sender: WebhookSender) {
    self.sender = sender
  }

  func run() {
    while beginRound() {
      collectEnded()
      let wakesAt = doAll()
      flush()
      wait(until: wakesAt)
    }
    collectEnded()
    flush()
  }

  /// - Returns: false when the sender has stopped.
  private func beginRound() -> Bool {
    // Before `isRung` is reset: clearing afterwards could swallow a new ring, while the flag keeps others from ringing.
    sender.wakeup.clear()
    return sender.state.withLock { state in
      state.isRung = false
      return !state.isStopped
    }
  }

  private func collectEnded() {
    for ended in transport?.proceed() ?? [] {
      guard let sent = attempts.removeValue(forKey: ended.token) else { continue }
      if let span = sent.span { sender.tracer?.end(span, sending: sent.attempt, ended.answer) }
      conclude(sent.attempt, DeliveryOutcome(ended.answer, of: sent.position))
    }
  }

  /// Performs all current operations.
  ///
  /// - Returns: The time of the next operation if no event happens before.
  private func doAll() -> Int64? {
    while true {
      let now = sender.clock.now()
      // The lock is released for the operation, which reads the store or starts a transfer.
      guard let step = sender.state.withLock({ $0.schedule.next(at: now) }) else {
        return sender.state.withLock { $0.schedule.wakesAt(after: now) }
      }
      perform(step)
    }
  }

  /// Passes the accepted deliveries to the store, once a round.
  private func flush() {
    guard !acknowledged.isEmpty else { return }
    sender.store.acknowledge(acknowledged)
    acknowledged.removeAll(keepingCapacity: true)
  }

  private func wait(until time: Int64?) {
    let milliseconds = time.map { Int32(clamping: max(0, $0 - sender.clock.now())) } ?? .max
    if let transport {
      transport.wait(for: sender.wakeup.descriptor, milliseconds: milliseconds)
    } else {
      sender.wakeup.wait(milliseconds: milliseconds)
    }
  }

  private func perform(_ step: Schedule.Operation) {
    switch step {
    case .read(let queue, let webhook, let after): read(queue, webhook, after)
    case .send(let attempt): send(attempt)
    }
  }

  private func read(_ queue: Int, _ webhook: String, _ after: Int64) {
    let limit = sender.options.limits.page
    do {
      let page = try sender.store.waiting(for: webhook, after: after, limit: limit)
      sender.state.withLock { $0.schedule.add(page, to: queue) }
    } catch {
      sender.state.withLock { $0.schedule.failedToRead(queue, at: sender.clock.now()) }
      sender.report(.unreadable(webhook: webhook, reason: "\(error)"))
    }
  }

  private func send(_ attempt: Schedule.Attempt) {
    let delivery: Delivery?
    do {
      delivery = try sender.store.delivery(for: attempt.webhook, of: attempt.session, after: attempt.after)
    } catch {
      conclude(attempt, .unreadable)
      return sender.report(.unreadable(webhook: attempt.webhook, reason: "\(error)"))
    }
    guard let delivery, let webhook = sender.state.withLock({ $0.webhooks[attempt.webhook] }) else {
      return conclude(attempt, .nothing)
    }
    let span = sender.tracer?.begin(after: delivery.revision, of: delivery.session)
    do {
      // Signed anew for each attempt: receivers reject old timestamps, which prevents replays.
      try start(TransportRequest(delivery, to: webhook, time: sender.clock.date(), traceparent: span?.traceparent))
      attempts[lastToken] = Sent(attempt: attempt, position: delivery.position, span: span)
    } catch {
      conclude(attempt, .failed(DeliveryOutcome.Failure(reason: "\(error)")))
    }
  }

  private func start(_ request: TransportRequest) throws(CurlError) {
    if transport == nil { transport = try CurlTransport(sender.options.transport) }
    lastToken += 1
    try transport?.start(request, token: lastToken)
  }

  private func conclude(_ attempt: Schedule.Attempt, _ outcome: DeliveryOutcome) {
    let result = sender.state.withLock { state in
      let result = state.schedule.finished(attempt, outcome, at: sender.clock.now(), date: sender.clock.date())
      // Under the lock, so that the store gets `park` and `resume` in their actual order.
      if case .parked(let parking) = result { sender.store.park(attempt.webhook, parking) }
      return result
    }
    switch result {
    case .acknowledged(let position): acknowledged.append(position)
    case .retried(let delay, let failures):
      guard case .failed(let failure) = outcome else { return }
      sender.report(
        .failed(
          webhook: attempt.webhook, session: attempt.session, reason: failure.reason, failures: failures,
          retriedAfter: delay))
    case .parked(let parking):
      sender.report(.parked(webhook: attempt.webhook, reason: parking.reason))
    case .settled: break
    }
  }
}
