import Memory
import Synchronization

/// About how many bytes the loaded sessions take, together and of each app, and the order in which they were used.
///
/// Evicts nothing itself; the registry does.
final class MemoryUse: Sendable {
  let budget: MemoryBudget
  /// Bytes that the sessions of one app may take before clients that may use that app alone are refused more.
  private let limitPerApp: Int
  private let apps = Mutex<[String: AppShare]>([:])
  /// Counts uses: a session's last one tells its place in the order.
  private let uses = Atomic<Int>(0)
  /// How often unloading was asked for since it began; 0 while nobody unloads.
  private let wishes = Atomic<Int>(0)

  init(budget: MemoryBudget, limitPerApp: Int) {
    self.budget = budget
    self.limitPerApp = limitPerApp
  }

  /// Counts a session that has come into memory.
  func admit(_ store: SessionStore) {
    store.footprint.share.store(.passUnretained(share(of: store.app.name)), ordering: .releasing)
    note(store)
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
      if isExchanged { return add(now - counted, of: store) }
      counted = original
    }
  }

  /// A session is not in memory any more.
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

  /// Bytes of the sessions in memory.
  var used: Int { budget.used(by: .sessions) }
  /// Whether sessions should be unloaded. A quarter of the limit is left to them, whatever else takes: without it each request
  /// would load its session again.
  var isExceeded: Bool { budget.isExceeded && used > budget.limit / 4 }
  var isFull: Bool { budget.isFull }
  /// Unloading goes on until there is some, so that it need not begin again with the next session.
  var hasRoom: Bool { budget.used <= budget.limit / 10 * 9 || used <= budget.limit / 40 * 9 }

  /// Whether the sessions of one app take all that they may.
  func isFull(app: String) -> Bool {
    apps.withLock { $0[app]?.bytes.load(ordering: .relaxed) ?? 0 } > limitPerApp
  }

  /// True for one caller, until `endUnloading()`.
  func beginUnloading() -> Bool { wishes.add(1, ordering: .acquiring).oldValue == 0 }

  /// - Returns: Whether somebody wanted to begin meanwhile, and was told that it is under way.
  func endUnloading() -> Bool { wishes.exchange(0, ordering: .acquiringAndReleasing) > 1 }
}

/// Bytes that the loaded sessions of one app take.
final class AppShare: Sendable {
  let bytes = Atomic<Int>(0)
}

/// What one session takes.
struct Footprint: ~Copyable {
  /// As the store last knew it.
  let bytes = Atomic<Int>(0)
  /// As it stands in the sum; or `forgotten`, for good.
  let counted = Atomic<Int>(0)
  let lastUse = Atomic<Int>(0)
  /// Where it is counted beside the sum, from when the registry knows it.
  let share = Atomic<Unmanaged<AppShare>?>(nil)

  static let forgotten = -1
}
