import Synchronization

/// The values that callbacks received, in the order of the calls.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func append(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// A value that a callback uses and that is created after the callback.
final class Later<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
