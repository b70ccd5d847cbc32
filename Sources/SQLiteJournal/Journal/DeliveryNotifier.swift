import Synchronization

/// Passes the names of webhooks with new deliveries to a listener that is set after the journal is opened.
final class DeliveryNotifier: Sendable {
  private let listener = Mutex<Listener?>(nil)

  /// In a type of its own: a function that is a generic value is wrapped once more with each access.
  private struct Listener: Sendable {
    let call: @Sendable ([String]) -> Void
  }

  /// Sets the listener.
  func setListener(_ listener: @escaping @Sendable ([String]) -> Void) {
    self.listener.withLock { $0 = Listener(call: listener) }
  }

  /// Calls the listener.
  ///
  /// - Parameter webhooks: The names of webhooks whose deliveries were just committed.
  func announce(_ webhooks: [String]) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener.call(webhooks)
  }
}
