import Synchronization

extension Store {
  /// The store's end of one subscription.
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

  /// Calls `onRoute` with each output of this type, once and in order, starting with the next action.
  ///
  /// Each subscriber receives every route. `onRoute` can send to this store and to others, and can cancel any
  /// subscription.
  ///
  /// - Parameters:
  ///   - type: The type of the outputs.
  ///   - onRoute: The callback.
  /// - Returns: The subscription. It ends when it is cancelled or released.
  public func subscribeRoutes<Route: Output>(
    _ type: Route.Type, _ onRoute: @escaping @Sendable (Route) -> Void
  ) -> Cancellable {
    subscribe { event in
      if case .output(let output) = event, let route = output as? Route { onRoute(route) }
    }
  }

  /// Calls `onRefusal` with each refused action that has no caller to throw to: the actions of delayed effects.
  ///
  /// - Returns: The subscription. It ends when it is cancelled or released.
  public func subscribeRefusals(_ onRefusal: @escaping @Sendable (Action, Refusal) -> Void) -> Cancellable {
    subscribe { event in
      if case .refusal(let action, let refusal) = event { onRefusal(action, refusal) }
    }
  }

  /// Calls `onState` with the current state and then after each action, also when the state did not change.
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
  /// Calls `onChange` with the current state and then with each new state, in order.
  ///
  /// The first call is made before this returns, unless a subscriber calls this or another thread is delivering: then
  /// the call follows the pending deliveries.
  ///
  /// - Returns: The subscription. It ends when it is cancelled or released; a call that is running then completes.
  public func subscribe(_ onChange: @escaping @Sendable (State) -> Void) -> Cancellable {
    subscribeStates(changesOnly(onChange))
  }
}

/// Wraps `onChange` so that it is called only with values that differ from the previous one.
func changesOnly<Value: Equatable & Sendable>(
  _ onChange: @escaping @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  let last = LastValue<Value>()
  return { value in if last.replace(with: value) { onChange(value) } }
}

private final class LastValue<Value: Equatable & Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Stores `new`, and returns whether it differs from the previous value.
  func replace(with new: Value) -> Bool {
    value.withLock { value in
      guard value != new else { return false }
      value = new
      return true
    }
  }
}
