extension StoreRuntime {
  /// The state guarded by the store's lock. Under the lock only the reducer is called.
  struct Core: Sendable {
    var state: State
    /// Pending calls to make outside of the lock, in order.
    var deliveries: [Delivery] = []
    /// Whether a thread is delivering. It also delivers what other threads add meanwhile.
    var isDelivering = false
    /// Receivers of the next event. A new subscriber is added when its `join` delivery is performed.
    var subscribers: [Subscriber] = []
    /// The number of active subscriptions. While it is 0, no events are queued.
    var subscriptions = 0
    var timers: [EffectID: Timer] = [:]
    var lastGeneration = 0

    init(state: State) {
      self.state = state
    }
  }

  enum Delivery: Sendable {
    case event(StoreEvent<State>)
    /// Of the action of a delayed effect.
    case refusal(Action, Refusal)
    case join(Subscriber, State)
    case schedule(EffectID, generation: Int, EffectTime)
    /// Released outside of the lock, because the release calls the scheduler.
    case release(Cancellable)
    case message(to: String, any Message)
  }

  /// A delayed effect that has neither fired nor been cancelled.
  struct Timer: Sendable {
    /// Distinguishes this timer from an earlier one of the same id whose call may still be running.
    let generation: Int
    let action: Action
    /// Nil: the effect fires once, or the scheduler was not called yet.
    var recurrence: Recurrence?
    /// Nil until the scheduler was called.
    var schedule: Cancellable?
  }
}

extension StoreRuntime.Core {
  /// The greatest number of actions that one action can feed back. Stops a reducer that feeds itself for ever.
  static var feedbackLimit: Int { 1000 }

  /// Reduces `action` and, in order, the actions that it feeds back. Restores the state on a refusal.
  mutating func process(_ action: Action, by reduce: StoreRuntime.Reduce) throws(Refusal) {
    let before = state
    var queue = FeedbackQueue(action)
    var staged: [Staged] = []
    do throws(Refusal) {
      while let action = queue.next() {
        guard queue.taken <= Self.feedbackLimit + 1 else { throw .endlessFeedback(limit: Self.feedbackLimit) }
        let effect = try reduce(&state, action)
        if subscriptions > 0 { staged.append(.state(state)) }
        effect.forEach { operation in
          if !queue.handle(operation) { staged.append(.operation(operation)) }
        }
      }
    } catch {
      state = before
      throw error
    }
    for step in staged { commit(step) }
  }

  /// A result of an action, held until the whole chain is accepted.
  enum Staged {
    case state(State)
    case operation(Effect<Action>.Operation)
  }

  private mutating func commit(_ step: Staged) {
    switch step {
    case .state(let state): deliveries.append(.event(.state(state)))
    case .operation(.send), .operation(.sendWithin): break  // Already in the feedback queue.
    case .operation(.output(let output)): if subscriptions > 0 { deliveries.append(.event(.output(output))) }
    case .operation(.message(let recipient, let message)): deliveries.append(.message(to: recipient, message))
    case .operation(.cancel(let id)): endTimer(id)
    case .operation(.cancelAll(let scope)): for id in timers.keys where id.isUnder(scope) { endTimer(id) }
    case .operation(.schedule(let id, let time, let action)): startTimer(id, time, action)
    }
  }

  private mutating func startTimer(_ id: EffectID, _ time: EffectTime, _ action: Action, again: Recurrence? = nil) {
    endTimer(id)
    lastGeneration += 1
    timers[id] = StoreRuntime.Timer(generation: lastGeneration, action: action, recurrence: again)
    deliveries.append(.schedule(id, generation: lastGeneration, time))
  }

  /// Sets a recurring effect at a time in milliseconds since 1970, and returns its first firing; nil: it has none.
  mutating func begin(_ recurrence: Recurrence, of id: EffectID, generation: Int, at now: Int64) -> Int64? {
    guard timers[id]?.generation == generation else { return nil }
    guard let (recurrence, first) = recurrence.set(at: now) else {
      timers[id] = nil
      return nil
    }
    timers[id]?.recurrence = recurrence
    return first
  }

  private mutating func endTimer(_ id: EffectID) {
    if let schedule = timers.removeValue(forKey: id)?.schedule { deliveries.append(.release(schedule)) }
  }

  /// Reduces the action of a delayed effect that is due, unless it was cancelled or replaced meanwhile.
  ///
  /// - Parameter now: Milliseconds since 1970.
  mutating func fire(_ id: EffectID, generation: Int, at now: Int64, by reduce: StoreRuntime.Reduce) {
    guard let timer = timers[id], timer.generation == generation else { return }
    // Before the action, which may start a timer of the same id again or cancel this one.
    if let recurrence = timer.recurrence, let next = recurrence.next(after: now) {
      startTimer(id, .at(next), timer.action, again: recurrence)
    } else {
      endTimer(id)
    }
    do throws(Refusal) {
      try process(timer.action, by: reduce)
    } catch {
      deliveries.append(.refusal(timer.action, error))
    }
  }
}

extension Refusal {
  static func endlessFeedback(limit: Int) -> Refusal {
    .state("endless-feedback", "One action fed back more than \(limit) others. Feed back less, or use a delay.")
  }
}
