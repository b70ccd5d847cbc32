import Support
import Synchronization

/// Tracks the approximate memory of the loaded sessions, in total and per app, and the order of their last use.
///
/// Evicts nothing itself; the registry does.
final class MemoryUse: Sendable {
  let budget: MemoryBudget
  /// The bytes that the sessions of one app may take before clients that are limited to that app are refused more.
  private let limitPerApp: Int
  private let apps = Mutex<[String: AppShare]>([:])
  /// The number of uses so far. The value at a session's last use gives its place in the order.
  private let uses = Atomic<Int>(0)
  /// The number of requests to unload since unloading began; 0 while no unloading runs.
  private let wishes = Atomic<Int>(0)

  init(budget: MemoryBudget, limitPerApp: Int) {
    self.budget = budget
    self.limitPerApp = limitPerApp
  }

  /// Assigns a session to its app, before other threads can find and record it: bytes that were added without the app would
  /// be subtracted from it later.
  func assign(_ store: SessionStore) {
    store.footprint.share.store(.passUnretained(share(of: store.apps.name)), ordering: .releasing)
  }

  /// Records the use of a session and its current size. Ignores a forgotten session: a request may still record its store
  /// after unloading.
  func record(_ store: SessionStore) {
    store.footprint.lastUse.store(uses.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    let now = store.footprint.bytes.load(ordering: .relaxed)
    var counted = store.footprint.counted.load(ordering: .relaxed)
    // Of concurrent calls, the one that exchanges the size adds its own difference, so that nothing is counted twice.
    while counted != now, counted != Footprint.forgotten {
      let (isExchanged, original) = store.footprint.counted.compareExchange(
        expected: counted, desired: now, ordering: .relaxed)
      if isExchanged { return add(now - counted, of: store) }
      counted = original
    }
  }

  /// Removes a session that was unloaded or deleted.
  func forget(_ store: SessionStore) {
    let counted = store.footprint.counted.exchange(Footprint.forgotten, ordering: .relaxed)
    if counted != Footprint.forgotten { add(-counted, of: store) }
  }

  private func add(_ bytes: Int, of store: SessionStore) {
    budget.add(bytes, to: .sessions)
    guard let share = store.footprint.share.load(ordering: .acquiring) else { return }
    // `apps` keeps every share for as long as this object lives.
    share._withUnsafeGuaranteedRef { _ = $0.bytes.add(bytes, ordering: .relaxed) }
  }

  private func share(of app: String) -> AppShare {
    apps.withLock { apps in
      if let share = apps[app] { return share }
      let share = AppShare()
      apps[app] = share
      return share
    }
  }

  /// The bytes of the loaded sessions.
  var used: Int { budget.used(by: .sessions) }
  /// Whether sessions should be unloaded. A quarter of the limit is reserved for sessions, whatever else is in use;
  /// otherwise each request would load its session again.
  var isExceeded: Bool { budget.isExceeded && used > budget.limit / 4 }
  var isFull: Bool { budget.isFull }
  /// Whether use is low enough for unloading to stop. Lower than the start, so that unloading does not restart with the
  /// next session.
  var hasRoom: Bool { budget.used <= budget.limit / 10 * 9 || used <= budget.limit / 40 * 9 }

  /// Whether the sessions of one app exceed its share.
  func isFull(app: String) -> Bool {
    apps.withLock { $0[app]?.bytes.load(ordering: .relaxed) ?? 0 } > limitPerApp
  }

  /// Returns true for one caller until `endUnloading()`.
  func beginUnloading() -> Bool { wishes.add(1, ordering: .acquiring).oldValue == 0 }

  /// - Returns: Whether another caller wanted to begin in the meantime.
  func endUnloading() -> Bool { wishes.exchange(0, ordering: .acquiringAndReleasing) > 1 }
}

/// The bytes of the loaded sessions of one app.
final class AppShare: Sendable {
  let bytes = Atomic<Int>(0)
}

/// The memory use of one session.
struct Footprint: ~Copyable {
  /// The size that the store last reported.
  let bytes = Atomic<Int>(0)
  /// The size that is included in the totals, or `forgotten` permanently.
  let counted = Atomic<Int>(0)
  let lastUse = Atomic<Int>(0)
  /// The counter of the session's app; nil before the registry has the session.
  let share = Atomic<Unmanaged<AppShare>?>(nil)

  static let forgotten = -1
}
