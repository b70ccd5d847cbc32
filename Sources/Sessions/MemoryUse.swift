import Synchronization

/// About how many bytes the loaded sessions take together, and in which order they were used.
///
/// Does not unload anything; the registry does.
final class MemoryUse: Sendable {
  let limit: Int
  private let bytes = Atomic<Int>(0)
  /// Counts uses: a session's last one tells its place in the order.
  private let uses = Atomic<Int>(0)
  private let isUnloading = Atomic<Bool>(false)

  init(limit: Int) {
    self.limit = limit
  }

  /// A session was used, and may have grown or shrunk.
  func note(_ store: SessionStore) {
    store.footprint.lastUse.store(uses.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    let now = store.footprint.bytes.load(ordering: .relaxed)
    let counted = store.footprint.counted.exchange(now, ordering: .relaxed)
    if now != counted { bytes.add(now - counted, ordering: .relaxed) }
  }

  /// A session is not in memory any more.
  func forget(_ store: SessionStore) {
    bytes.subtract(store.footprint.counted.exchange(0, ordering: .relaxed), ordering: .relaxed)
  }

  /// How many bytes have to go, so that there is some room again; nil while the limit holds.
  var excess: Int? {
    let used = bytes.load(ordering: .relaxed)
    return used > limit ? used - limit / 10 * 9 : nil
  }

  /// True for one caller, until `endUnloading()`.
  func beginUnloading() -> Bool { !isUnloading.exchange(true, ordering: .acquiring) }
  func endUnloading() { isUnloading.store(false, ordering: .releasing) }
}

/// What one session takes.
struct Footprint: ~Copyable {
  /// As the store last knew it.
  let bytes = Atomic<Int>(0)
  /// As it stands in the sum.
  let counted = Atomic<Int>(0)
  let lastUse = Atomic<Int>(0)
}
