import Sessions
import Synchronization

/// The sessions that this server has changed since it stored their last snapshots.
final class ChangedSessions: Sendable {
  private struct State {
    var owners: [SessionID: WeakOwner] = [:]
    var lastChange: Int64 = .min
  }

  /// Does not keep a session in memory that is unloaded, of which the snapshot was stored.
  private struct WeakOwner {
    weak var owner: (any SnapshotOwner)?
  }

  private let state = Mutex(State())

  /// The milliseconds without a change after which snapshots are stored.
  private static let rest: Int64 = 1_000

  /// Records committed changes.
  ///
  /// - Parameter now: Milliseconds of a clock that cannot be set.
  func record(_ units: [CommitUnit], _ results: [UnitResult], now: Int64) {
    state.withLock { state in
      for (unit, result) in zip(units, results) where result.failure == nil {
        guard let session = unit.session, let owner = unit.owner else { continue }
        state.owners[session] = WeakOwner(owner: owner)
        state.lastChange = now
      }
    }
  }

  /// Adds a session whose snapshot could not be stored.
  func add(_ owner: any SnapshotOwner) { state.withLock { $0.owners[owner.id] = WeakOwner(owner: owner) } }

  /// Removes a session, before its snapshot is taken: a change that is committed meanwhile adds it again.
  func remove(_ session: SessionID) { state.withLock { $0.owners[session] = nil } }

  /// Returns some of the sessions once nothing has changed for a second.
  func resting(atMost count: Int, now: Int64) -> [any SnapshotOwner] {
    state.withLock { state in
      guard !state.owners.isEmpty, now - state.lastChange >= Self.rest else { return [] }
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
