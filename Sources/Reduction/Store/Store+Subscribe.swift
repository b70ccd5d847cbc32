import Synchronization

extension Store {
  /// One subscription's end in the store.
  final class Subscriber: Sendable {
    private let active = Atomic(true)
    private let onEvent: @Sendable (Event) -> Void

    init(_ onEvent: @escaping @Sendable (Event) -> Void) {
      self.onEvent = onEvent
    }

    var isActive: Bool { active.load(ordering: .acquiring) }

    func receive(_ event: Event) {
      if isActive { onEvent(event) }
    }

    func end() {
      active.store(false, ordering: .releasing)
    }
  }

  /// Calls `onRoute` with every output of this type that an action sends from now on, once and in order.
  ///
  /// Any number can subscribe; each sees every route. `onRoute` may send to this store and to others, and may cancel
  /// any subscription.
  ///
  /// - Returns: Ends the subscription when it is cancelled or released.
  public func subscribeRoutes<Route: Output>(
    _ type: Route.Type, _ onRoute: @escaping @Sendable (Route) -> Void
  ) -> Cancellable {
    subscribe { event in
      if case .output(let output) = event, let route = output as? Route { onRoute(route) }
    }
  }

  /// Calls `onRefusal` with every refused action that nobody waits for: those of delayed effects.
  ///
  /// - Returns: Ends the subscription when it is cancelled or released.
  public func subscribeRefusals(_ onRefusal: @escaping @Sendable (Action, Refusal) -> Void) -> Cancellable {
    subscribe { event in
      if case .refusal(let action, let refusal) = event { onRefusal(action, refusal) }
    }
  }

  /// Calls `onState` with the present state and then after every action, also when it left the state equal.
  func subscribeStates(_ onState: @escaping @Sendable (State) -> Void) -> Cancellable {
    subscribe { event in
      if case .state(let state) = event { onState(state) }
    }
  }

  private func subscribe(_ onEvent: @escaping @Sendable (Event) -> Void) -> Cancellable {
    let subscriber = Subscriber(onEvent)
    core.withLock { core in
      core.subscriptions += 1
      core.deliveries.append(.join(subscriber, core.state))
    }
    deliver()
    return Cancellable { [weak self] in self?.end(subscriber) }
  }

  private func end(_ subscriber: Subscriber) {
    subscriber.end()
    core.withLock { core in
      core.subscriptions -= 1
      core.subscribers.removeAll { $0 === subscriber }
    }
  }
}

extension Store where State: Equatable {
  /// Calls `onChange` with the present state and then with every other state, in order.
  ///
  /// The first call is made before this returns, unless a subscriber calls this or another thread is delivering; then it
  /// follows what is being delivered.
  ///
  /// - Returns: Ends the subscription when it is cancelled or released. A call that another thread has begun goes on.
  public func subscribe(_ onChange: @escaping @Sendable (State) -> Void) -> Cancellable {
    subscribeStates(changesOnly(onChange))
  }
}

/// `onChange` for values that come one after the other, called only with those that differ from the one before.
func changesOnly<Value: Equatable & Sendable>(
  _ onChange: @escaping @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  let last = LastValue<Value>()
  return { value in if last.replace(with: value) { onChange(value) } }
}

private final class LastValue<Value: Equatable & Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Whether `new` differs from the last one.
  func replace(with new: Value) -> Bool {
    value.withLock { value in
      guard value != new else { return false }
      value = new
      return true
    }
  }
}
