extension StoreRuntime {
  /// Performs pending deliveries, unless another thread is doing so: then that thread performs these too.
  func deliver() {
    guard core.withLock({ $0.startDelivering() }) else { return }
    while let batch = core.withLock({ $0.nextBatch() }) {
      for delivery in batch { perform(delivery) }
    }
  }

  private func perform(_ delivery: Delivery) {
    switch delivery {
    case .event(let event):
      // A copy, since the lock must not be held while a subscriber runs, which may send or cancel.
      for subscriber in core.withLock({ $0.subscribers }) { subscriber.receive(event) }
    case .refusal(let action, let refusal): onRefusal(action, refusal)
    case .join(let subscriber, let state):
      core.withLock { $0.join(subscriber) }
      subscriber.receive(.state(state))
    case .schedule(let id, let generation, let time): schedule(id, generation: generation, time)
    case .release:
      break  // Released at the end of the batch.
    case .message(let recipient, let message):
      guard let sender else {
        preconditionFailure("A message for \(recipient) in a store without a sender: give Store.init one.")
      }
      sender.send(message, to: recipient)
    }
  }

  private func schedule(_ id: EffectID, generation: Int, _ time: EffectTime) {
    let now = scheduler.now
    let delay: Duration
    switch time {
    case .after(let time): delay = time
    case .at(let time): delay = .milliseconds(max(time, now) - now)
    case .every(let recurrence):
      let first = core.withLock { $0.begin(recurrence, of: id, generation: generation, at: now) }
      guard let first else { return }
      delay = .milliseconds(first - now)
    }
    // A strong reference would let a pending timer keep the store alive, with which it must end.
    let schedule = scheduler.schedule(after: delay) { [weak self] in
      self?.fire(id, generation: generation)
    }
    // A timer that ended meanwhile does not store its schedule, so the release at the end of this function cancels it.
    core.withLock { $0.store(schedule, for: id, generation: generation) }
  }

  private func fire(_ id: EffectID, generation: Int) {
    core.withLock { $0.fire(id, generation: generation, at: scheduler.now, by: reduce) }
    deliver()
  }
}

extension StoreRuntime.Core {
  mutating func startDelivering() -> Bool {
    guard !isDelivering, !deliveries.isEmpty else { return false }
    isDelivering = true
    return true
  }

  mutating func nextBatch() -> [StoreRuntime.Delivery]? {
    defer { deliveries = [] }
    // Under the same lock as the look at the queue: what another thread adds later is delivered by that thread.
    isDelivering = !deliveries.isEmpty
    return isDelivering ? deliveries : nil
  }

  mutating func join(_ subscriber: StoreRuntime.Subscriber) {
    if subscriber.isActive { subscribers.append(subscriber) }
  }

  mutating func store(_ schedule: Cancellable, for id: EffectID, generation: Int) {
    if timers[id]?.generation == generation { timers[id]?.schedule = schedule }
  }
}
