/// Keeps the time for a store's delayed effects.
///
/// Does not know effects or their ids, nor who replaces whom; the store does.
public protocol EffectScheduler: Sendable {
  /// Calls `fire` once after `delay`, on any thread, unless it was cancelled by then.
  ///
  /// - Returns: Cancels when it is cancelled or released. Cancelling what has fired does nothing.
  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable
}

/// Keeps time by a clock, one task a delayed effect. Nothing of it survives the process.
public struct ClockScheduler<Source: Clock<Duration>>: EffectScheduler {
  private let clock: Source

  /// - Parameter clock: Which time passes: a continuous clock's also while the machine sleeps.
  public init(clock: Source = ContinuousClock()) {
    self.clock = clock
  }

  public func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
    let task = Task { [clock] in
      do {
        try await clock.sleep(for: delay)
      } catch {
        return  // A sleep only fails by being cancelled.
      }
      fire()
    }
    return Cancellable { task.cancel() }
  }
}
