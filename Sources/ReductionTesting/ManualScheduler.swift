import Reduction
import Synchronization

/// A scheduler for tests, whose time passes only by ``advance(by:)``.
///
/// ```swift
/// let scheduler = ManualScheduler()
/// let store = Store(initialState: ListState(), reducer: list, scheduler: scheduler)
/// try store.send(.select(row: 1))
/// scheduler.advance(by: .seconds(1))
/// ```
public final class ManualScheduler: EffectScheduler {
  private let timeline = Mutex(Timeline<@Sendable () -> Void>())

  /// Creates a scheduler at time 0.
  public init() {}

  /// The number of effects that neither fired nor were cancelled.
  public var pendingCount: Int {
    timeline.withLock { $0.waiting.count }
  }

  /// The time to which the test advanced, counted from the beginning of 1970.
  public var now: Int64 { timeline.withLock { $0.now.milliseconds } }

  /// Calls `fire` when the time has advanced by `delay`, unless the returned value is cancelled before.
  public func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
    let number = timeline.withLock { $0.add(fire, after: delay) }
    return Cancellable { [weak self] in
      // Released here, outside of the lock: the closure may own objects whose release calls this scheduler.
      _ = self?.timeline.withLock { $0.remove(number) }
    }
  }

  /// Advances the time and fires the effects that fall due in the order of time, including those scheduled meanwhile.
  public func advance(by duration: Duration) {
    let end = timeline.withLock { $0.now } + duration
    while let fire = timeline.withLock({ $0.next(until: end) }) { fire() }
    timeline.withLock { $0.move(to: end) }
  }
}
