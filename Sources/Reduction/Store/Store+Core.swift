extension Store {
  /// What the store's lock guards. Calls nobody but the reducer, so nobody is called under the lock.
  struct Core: Sendable {
    var state: State
    /// What is to be done outside the lock, in order.
    var deliveries: [Delivery] = []
    /// Whether a thread is working through deliveries. It takes along those that others add.
    var isDelivering = false
    /// Those who see the next event; a new one is added when its turn among the deliveries has come.
    var subscribers: [Subscriber] = []
    /// Subscriptions that were made and not yet cancelled. While there are none, no event is kept for anyone.
    var subscriptions = 0
    var timers: [EffectID: Timer] = [:]
    var lastGeneration = 0

    init(state: State) {
      self.state = state
    }
  }

  /// What subscribers can see.
  enum Event: Sendable {
    case state(State)
    case output(any Output)
    case refusal(Action, Refusal)
  }

  enum Delivery: Sendable {
    case event(Event)
    case join(Subscriber, State)
    case schedule(EffectID, generation: Int, Duration)
    /// Is released outside the lock, because that calls the scheduler.
    case release(Cancellable)
    case message(to: String, any Message)
  }

  /// A delayed effect that has neither fired nor been cancelled.
  struct Timer: Sendable {
    /// Tells it from an earlier one of the same id, whose call may already be on its way.
    let generation: Int
    let action: Action
    /// Nil until the scheduler was called.
    var schedule: Cancellable?
  }
}

extension Store.Core {
  /// How many actions one action may feed back. A reducer that feeds itself for ever is refused instead of hanging.
  static var feedbackLimit: Int { 1000 }

  /// Reduces `action` and, in order, what it feeds back; on a refusal everything is as before.
  mutating func take(
    _ action: Action, by reducer: Reducer<State, Action, Environment>, in environment: Environment
  ) throws(Refusal) {
    let before = state
    var queue = FeedbackQueue(action)
    var staged: [Staged] = []
    do throws(Refusal) {
      while let action = queue.next() {
        guard queue.taken <= Self.feedbackLimit + 1 else { throw .endlessFeedback(limit: Self.feedbackLimit) }
        // The body alone: the copy that undoes a refusal is kept here, once for the whole chain.
        let effect = try reducer.body(&state, action, environment)
        if subscriptions > 0 { staged.append(.state(state)) }
        effect.forEach { operation in
          if !queue.take(operation) { staged.append(.operation(operation)) }
        }
      }
    } catch {
      state = before
      throw error
    }
    for step in staged { commit(step) }
  }

  /// What an action leads to, kept back until nothing can be refused any more.
  enum Staged {
    case state(State)
    case operation(Effect<Action>.Operation)
  }

  private mutating func commit(_ step: Staged) {
    switch step {
    case .state(let state): deliveries.append(.event(.state(state)))
    case .operation(.send), .operation(.sendWithin): break  // Were fed back.
    case .operation(.output(let output)): if subscriptions > 0 { deliveries.append(.event(.output(output))) }
    case .operation(.message(let recipient, let message)): deliveries.append(.message(to: recipient, message))
    case .operation(.cancel(let id)): endTimer(id)
    case .operation(.cancelAll(let scope)): for id in timers.keys where id.isUnder(scope) { endTimer(id) }
    case .operation(.after(let id, let delay, let action)):
      endTimer(id)
      lastGeneration += 1
      timers[id] = Store.Timer(generation: lastGeneration, action: action)
      deliveries.append(.schedule(id, generation: lastGeneration, delay))
    }
  }

  private mutating func endTimer(_ id: EffectID) {
    if let schedule = timers.removeValue(forKey: id)?.schedule { deliveries.append(.release(schedule)) }
  }

  /// Takes the action of a delayed effect whose time has come, unless it was cancelled or replaced meanwhile.
  mutating func fire(
    _ id: EffectID, generation: Int, by reducer: Reducer<State, Action, Environment>, in environment: Environment
  ) {
    guard let timer = timers[id], timer.generation == generation else { return }
    endTimer(id)
    do throws(Refusal) {
      try take(timer.action, by: reducer, in: environment)
    } catch {
      if subscriptions > 0 { deliveries.append(.event(.refusal(timer.action, error))) }
    }
  }
}

extension Refusal {
  static func endlessFeedback(limit: Int) -> Refusal {
    .state("endless-feedback", "One action fed back more than \(limit) others. Feed back less, or use a delay.")
  }
}
