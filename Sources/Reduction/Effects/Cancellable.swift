import Synchronization

/// The owner of a subscription or a delayed effect, which ends when this is cancelled or released.
///
/// ```swift
/// let subscription = store.subscribe { print($0) }
/// subscription.cancel()
/// ```
public final class Cancellable: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// Creates an owner that calls `onCancel` once, by ``cancel()`` or by its release.
  public init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  /// Ends the subscription or effect now. Further calls do nothing.
  public func cancel() {
    // Only one of several threads takes it; called outside of the lock, it can cancel this owner again.
    let end = onCancel.withLock { $0.take() }
    end?()
  }

  deinit {
    cancel()
  }
}
