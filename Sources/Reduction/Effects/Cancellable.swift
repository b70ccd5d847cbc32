import Synchronization

/// Keeps something going, a subscription or a delayed effect, until it is cancelled or released.
public final class Cancellable: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// - Parameter onCancel: Ends what this stands for. Called once, by ``cancel()`` or by the release.
  public init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  /// Ends it now. Does nothing the second time.
  public func cancel() {
    let end = onCancel.withLock { stored in
      defer { stored = nil }
      return stored
    }
    end?()
  }

  deinit {
    cancel()
  }
}
