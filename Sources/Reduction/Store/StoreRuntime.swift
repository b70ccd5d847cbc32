import Synchronization

/// The part of a store that its scopes share: holds the whole state, runs the reducer and the effects.
///
/// Lives as long as a store refers to it. Its environment is a part of `reduce`.
final class StoreRuntime<State: Sendable, Action: Sendable>: Sendable {
  typealias Reduce = @Sendable (inout State, Action) throws(Refusal) -> Effect<Action>
  typealias Subscriber = StoreSubscriber<State>

  let core: Mutex<Core>
  let reduce: Reduce
  let scheduler: any EffectScheduler
  let sender: (any MessageSender)?
  let onRefusal: Store<State, Action>.RefusalHandler

  init(
    _ state: State, scheduler: any EffectScheduler, sender: (any MessageSender)?,
    onRefusal: @escaping Store<State, Action>.RefusalHandler, reduce: @escaping Reduce
  ) {
    core = Mutex(Core(state: state))
    self.reduce = reduce
    self.scheduler = scheduler
    self.sender = sender
    self.onRefusal = onRefusal
  }

  deinit {
    // No subscriber waits for its `join` delivery: a thread that delivers retains the runtime.
    for subscriber in core.withLock({ $0.subscribers }) { subscriber.receive(.end) }
  }

  var state: State { core.withLock { $0.state } }

  func send(_ action: Action) throws(Refusal) {
    try core.withLock { core throws(Refusal) in
      try core.process(action, by: reduce)
    }
    deliver()
  }

  /// Calls `onEvent` with the current state, and then with each event.
  func subscribe(_ onEvent: @escaping Subscriber.Receive) -> Cancellable {
    let subscriber = Subscriber(onEvent)
    core.withLock { core in
      core.subscriptions += 1
      // Queued as the events are, so that no event of an earlier action follows this state.
      core.deliveries.append(.join(subscriber, core.state))
    }
    deliver()
    return Cancellable { [weak self] in self?.end(subscriber) }
  }

  private func end(_ subscriber: Subscriber) {
    // Removal is not enough: a running delivery has a copy of the subscribers, and asks each whether it is active.
    subscriber.end()
    core.withLock { core in
      core.subscriptions -= 1
      core.subscribers.removeAll { $0 === subscriber }
    }
  }
}
