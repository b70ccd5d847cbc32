import Synchronization

// A discarded subscription ends at once. The labels say so in the compiler's warning: "result of call to
// 'subscribe(untilReleased:)' is unused". A trailing closure has no label.
extension Store where State: Equatable {
  /// Calls `onChange` with the current state and then with each new state, in order, until the result is released.
  ///
  /// The first call is made before this returns, unless a subscriber calls this or another thread is delivering: then
  /// the call follows the pending deliveries.
  ///
  /// ```swift
  /// let subscription = store.subscribe { state in print(state.count) }
  /// ```
  /// - Returns: The subscription, to be kept as long as the calls are wanted. It ends when it is cancelled or released;
  ///   a call that is running then completes.
  public func subscribe(untilReleased onChange: @escaping @Sendable (State) -> Void) -> Cancellable {
    let last = LastValue<State>()
    return observe { event in
      if case .state(let state) = event, last.replace(with: state) { onChange(state) }
    }
  }
}

extension Store {
  /// Calls `onRoute` with each output of this type, once and in order, starting with the next action, until the result
  /// is released.
  ///
  /// Each subscriber receives every route. `onRoute` can send to this store and to others, and can cancel any
  /// subscription.
  ///
  /// - Parameters:
  ///   - type: The type of the outputs.
  ///   - onRoute: The callback.
  /// - Returns: The subscription, to be kept as long as the calls are wanted. It ends when it is cancelled or released.
  public func subscribeRoutes<Route: Output>(
    _ type: Route.Type, untilReleased onRoute: @escaping @Sendable (Route) -> Void
  ) -> Cancellable {
    observe { event in
      if case .output(let output) = event, let route = output as? Route { onRoute(route) }
    }
  }
}

/// The value that a subscriber received last.
final class LastValue<Value: Equatable & Sendable>: Sendable {
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
