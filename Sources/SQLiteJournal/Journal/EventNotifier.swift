import Synchronization

/// Holds the number of the last committed event, and reports new events to a listener that is set after the journal is
/// opened.
final class EventNotifier: Sendable {
  private let newest: Atomic<Int64>
  private let announced: Atomic<Int64>
  private let listener = Mutex<Listener?>(nil)

  /// In a type of its own: a function that is a generic value is wrapped once more with each access.
  private struct Listener: Sendable {
    let call: @Sendable () -> Void
  }

  init(last: Int64) {
    newest = Atomic(last)
    announced = Atomic(last)
  }

  var last: Int64 { newest.load(ordering: .acquiring) }

  /// Sets the listener.
  func setListener(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = Listener(call: listener) }
  }

  /// Records that the events up to this number are durable.
  func advance(to seq: Int64) { newest.store(seq, ordering: .releasing) }

  /// Calls the listener if there are new events.
  func announce() {
    let last = newest.load(ordering: .relaxed)
    guard announced.exchange(last, ordering: .relaxed) != last, let listener = listener.withLock({ $0 }) else { return }
    listener.call()
  }
}
