import Synchronization

/// Passes the names of webhooks with new deliveries to a listener that is set after the journal is opened.
final class DeliveryNotifier: Sendable {
  private let listener = Mutex<(@Sendable ([String]) -> Void)?>(nil)

  /// Sets the listener.
  func lead(to listener: @escaping @Sendable ([String]) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  /// Calls the listener.
  ///
  /// - Parameter webhooks: The names of webhooks whose deliveries were just committed.
  func announce(_ webhooks: [String]) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener(webhooks)
  }
}
