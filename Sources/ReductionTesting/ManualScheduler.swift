import Reduction
import Synchronization

/// Time for a store's delayed effects that passes only when a test says so.
///
/// ```swift
/// let scheduler = ManualScheduler()
/// let store = Store(ListState(), reducer: list, scheduler: scheduler)
/// try store.send(.select(row: 1))
/// scheduler.advance(by: .seconds(1))
/// ```
public final class ManualScheduler: EffectScheduler {
  private let timeline = Mutex(Timeline<@Sendable () -> Void>())

  /// A scheduler on which no time has passed.
  public init() {}

  /// How many effects neither fired nor were cancelled.
  public var pendingCount: Int {
    timeline.withLock { $0.waiting.count }
  }

  public func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
    let number = timeline.withLock { $0.add(fire, after: delay) }
    return Cancellable { [weak self] in
      // What is removed is released here, outside the lock: it may hold what ends with it.
      _ = self?.timeline.withLock { $0.remove(number) }
    }
  }

  /// Lets this much time pass, firing in the order of time what falls due, also what is scheduled meanwhile.
  public func advance(by duration: Duration) {
    let end = timeline.withLock { $0.now } + duration
    while let fire = timeline.withLock({ $0.next(until: end) }) { fire() }
    timeline.withLock { $0.move(to: end) }
  }
}
