extension Store where State: Equatable {
  /// Returns the current state and then each new state, in order, as an asynchronous sequence.
  ///
  /// ```swift
  /// for await state in store.states() { print(state.count) }
  /// ```
  /// The subscription begins with this call and ends with the iteration, with its task, or with the store. States that
  /// are not read yet are kept.
  public func states() -> AsyncStream<State> {
    let last = LastValue<State>()
    return stream { event in
      if case .state(let state) = event, last.replace(with: state) { state } else { nil }
    }
  }

  /// Calls `onChange` on the main actor with the current state and then with each new state, in order, until the result
  /// is released.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.shared`.
  ///   - onChange: The callback.
  /// - Returns: The subscription. It ends when it is cancelled or released; on the main actor, no call follows.
  public func subscribe(
    on actor: MainActor, untilReleased onChange: @escaping @MainActor (State) -> Void
  ) -> Cancellable {
    states().forEachOnMainActor(onChange)
  }
}

extension Store {
  /// Returns each output of this type, once and in order, starting with the next action, as an asynchronous sequence.
  ///
  /// Each sequence has every route. The subscription begins with this call and ends with the iteration, with its task,
  /// or with the store. Routes that are not read yet are kept.
  public func routes<Route: Output>(_ type: Route.Type) -> AsyncStream<Route> {
    stream { event in
      if case .output(let output) = event { output as? Route } else { nil }
    }
  }

  /// Calls `onRoute` on the main actor with each output of this type, once and in order, starting with the next action,
  /// until the result is released.
  ///
  /// - Parameters:
  ///   - type: The type of the outputs.
  ///   - actor: `MainActor.shared`.
  ///   - onRoute: The callback, which may change the user interface.
  /// - Returns: The subscription. It ends when it is cancelled or released; on the main actor, no call follows.
  public func subscribeRoutes<Route: Output>(
    _ type: Route.Type, on actor: MainActor, untilReleased onRoute: @escaping @MainActor (Route) -> Void
  ) -> Cancellable {
    routes(type).forEachOnMainActor(onRoute)
  }

  /// Returns the values that `select` makes from the events. The sequence does not retain the store.
  private func stream<Value>(
    _ select: @escaping @Sendable (StoreEvent<State>) -> Value?
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let subscription = observe { event in
      if case .end = event { continuation.finish() }
      if let value = select(event) { continuation.yield(value) }
    }
    // The handler also retains the subscription, which would end with this function otherwise.
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}

extension AsyncStream where Element: Sendable {
  fileprivate func forEachOnMainActor(_ body: @escaping @MainActor (Element) -> Void) -> Cancellable {
    let task = Task { @MainActor in
      for await element in self {
        // A cancelled sequence may still have an element.
        guard !Task.isCancelled else { return }
        body(element)
      }
    }
    return Cancellable { task.cancel() }
  }
}
