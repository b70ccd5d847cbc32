#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A clock for a store's delayed effects.
///
/// Does not know effects or their ids: the store replaces and cancels them.
public protocol EffectScheduler: Sendable {
  /// The time in milliseconds since 1970, for effects that are due at a time. By default that of the system.
  var now: Int64 { get }

  /// Calls `fire` once after `delay`, on any thread, unless the returned value is cancelled before.
  ///
  /// - Returns: The owner of the call: cancelling or releasing it cancels the call. After the call it does nothing.
  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable
}

extension EffectScheduler {
  public var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// A scheduler that uses a clock and one task per delayed effect. Pending effects do not survive the process.
public struct ClockScheduler<Source: Clock<Duration>>: EffectScheduler {
  private let clock: Source

  /// Creates a scheduler on `clock`. The default, a continuous clock, also advances while the machine sleeps.
  public init(clock: Source = ContinuousClock()) {
    self.clock = clock
  }

  /// Calls `fire` on a task after `delay`.
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
