import Sessions
import Synchronization

/// The sessions that this server has changed since it stored their last snapshots.
final class ChangedSessions: Sendable {
  fileprivate struct State {
    var owners: [SessionID: WeakOwner] = [:]
    var lastChange: Int64 = .min
    /// The time of the next search for sessions that changed long ago.
    var nextSearch: Int64 = .min
  }

  /// Does not keep a session in memory that is unloaded, of which the snapshot was stored.
  fileprivate struct WeakOwner {
    weak var owner: (any SnapshotOwner)?
    /// The time of the first change.
    var since: Int64
  }

  private let state = Mutex(State())

  /// The milliseconds without a change after which snapshots are stored.
  private static let rest: Int64 = 1_000
  /// The milliseconds after which a snapshot is stored in any case, and those between two searches for such sessions.
  fileprivate static let longest: Int64 = 60_000
  fileprivate static let pause: Int64 = 5_000

  /// Records committed changes.
  ///
  /// - Parameter now: Milliseconds of a clock that cannot be set.
  func record(_ units: [CommitUnit], _ results: [UnitResult], now: Int64) {
    state.withLock { state in
      for (unit, result) in zip(units, results) where result.failure == nil {
        guard let session = unit.session, let owner = unit.owner else { continue }
        state.owners[session] = WeakOwner(owner: owner, since: state.owners[session]?.since ?? now)
        state.lastChange = now
      }
    }
  }

  /// Adds a session whose snapshot could not be stored.
  func add(_ owner: any SnapshotOwner) {
    state.withLock { $0.owners[owner.id] = WeakOwner(owner: owner, since: $0.lastChange) }
  }

  /// Removes a session, before its snapshot is taken: a change that is committed meanwhile adds it again.
  func remove(_ session: SessionID) { state.withLock { $0.owners[session] = nil } }

  /// Returns some of the sessions: once nothing has changed for a second any of them, otherwise those that changed long ago.
  func resting(atMost count: Int, now: Int64) -> [any SnapshotOwner] {
    state.withLock { state in
      guard !state.owners.isEmpty else { return [] }
      guard now >= state.lastChange + Self.rest else { return state.overdue(atMost: count, now: now) }
      var resting: [any SnapshotOwner] = []
      while resting.isEmpty, !state.owners.isEmpty {
        for (session, weak) in state.owners.prefix(count) {
          if let owner = weak.owner { resting.append(owner) } else { state.owners[session] = nil }
        }
      }
      // An empty dictionary keeps its storage, which is large after a burst.
      if state.owners.isEmpty { state.owners = [:] }
      return resting
    }
  }
}

extension ChangedSessions.State {
  fileprivate mutating func overdue(atMost count: Int, now: Int64) -> [any SnapshotOwner] {
    guard now >= nextSearch else { return [] }
    let overdue = owners.values.lazy.filter { $0.since <= now - ChangedSessions.longest }.compactMap(\.owner)
    let found = Array(overdue.prefix(count))
    if found.count < count { nextSearch = now + ChangedSessions.pause }
    return found
  }
}

extension CommitUnit {
  /// The session store that made the changes; nil: there are none.
  fileprivate var owner: (any SnapshotOwner)? {
    for write in writes.reversed() {
      switch write.write {
      case .change(_, let owner), .begin(_, _, let owner): return owner
      default: continue
      }
    }
    return nil
  }
}
