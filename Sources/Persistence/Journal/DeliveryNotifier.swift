import Synchronization

/// Leads the news of deliveries to whoever makes them, who comes after the journal.
final class DeliveryNotifier: Sendable {
  private let listener = Mutex<(@Sendable ([String]) -> Void)?>(nil)

  func lead(to listener: @escaping @Sendable ([String]) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  /// - Parameter webhooks: For which there are deliveries that were committed just now.
  func announce(_ webhooks: [String]) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener(webhooks)
  }
}
