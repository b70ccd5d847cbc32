import Synchronization

/// About how many bytes the loaded sessions take together, and in which order they were used.
///
/// Does not unload anything; the registry does.
final class MemoryUse: Sendable {
  let limit: Int
  let ceiling: Int
  private let bytes = Atomic<Int>(0)
  /// Counts uses: a session's last one tells its place in the order.
  private let uses = Atomic<Int>(0)
  /// How often unloading was asked for since it began; 0 while nobody unloads.
  private let wishes = Atomic<Int>(0)

  init(limit: Int, ceiling: Int) {
    self.limit = limit
    self.ceiling = ceiling
  }

  /// A session was used, and may have grown or shrunk. One that was forgotten stays so: a request may note its store
  /// after that was unloaded.
  func note(_ store: SessionStore) {
    store.footprint.lastUse.store(uses.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    let now = store.footprint.bytes.load(ordering: .relaxed)
    var counted = store.footprint.counted.load(ordering: .relaxed)
    while counted != now, counted != Footprint.forgotten {
      let (isExchanged, original) = store.footprint.counted.compareExchange(
        expected: counted, desired: now, ordering: .relaxed)
      if isExchanged {
        bytes.add(now - counted, ordering: .relaxed)
        return
      }
      counted = original
    }
  }

  /// A session is not in memory any more.
  func forget(_ store: SessionStore) {
    let counted = store.footprint.counted.exchange(Footprint.forgotten, ordering: .relaxed)
    if counted != Footprint.forgotten { bytes.subtract(counted, ordering: .relaxed) }
  }

  var used: Int { bytes.load(ordering: .relaxed) }
  var isExceeded: Bool { used > limit }
  var isFull: Bool { used > ceiling }
  /// Unloading goes on until there is some, so that it need not begin again with the next session.
  var hasRoom: Bool { used <= limit / 10 * 9 }

  /// True for one caller, until `endUnloading()`.
  func beginUnloading() -> Bool { wishes.add(1, ordering: .acquiring).oldValue == 0 }

  /// - Returns: Whether somebody wanted to begin meanwhile, and was told that it is under way.
  func endUnloading() -> Bool { wishes.exchange(0, ordering: .acquiringAndReleasing) > 1 }
}

/// What one session takes.
struct Footprint: ~Copyable {
  /// As the store last knew it.
  let bytes = Atomic<Int>(0)
  /// As it stands in the sum; or `forgotten`, for good.
  let counted = Atomic<Int>(0)
  let lastUse = Atomic<Int>(0)

  static let forgotten = -1
}
