import Synchronization

/// What callbacks were given, in the order of the calls.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func append(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// Something that a callback needs and that is made after it.
final class Later<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
