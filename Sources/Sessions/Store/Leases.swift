import Support
import Synchronization

/// The leases of all sessions, loaded or not. A lease does not keep its session in memory.
///
/// A loaded session has a copy of its lease, so that writes need no lookup here. The table is bounded and counted in
/// the memory budget.
final class Leases: Sendable {
  private let limit: Int
  private let budget: MemoryBudget
  private let state = Mutex(State())

  private struct State {
    var leases: [SessionID: Lease] = [:]
    /// The time of the last removal of expired leases.
    var sweptAt = Int64.min / 2
  }

  /// Approximate bytes of a lease in the table, without its name.
  private static let size = 256

  init(limit: Int, budget: MemoryBudget) {
    self.limit = limit
    self.budget = budget
  }

  subscript(id: SessionID) -> Lease? { state.withLock { $0.leases[id] } }

  var count: Int { state.withLock { $0.leases.count } }

  /// - Returns: false when the table is full and the session has no lease to replace.
  func set(_ lease: Lease, of id: SessionID, at now: Int64) -> Bool {
    state.withLock { state in
      if state.leases[id] == nil, state.leases.count >= limit {
        sweep(&state, at: now)
        guard state.leases.count < limit else { return false }
      }
      let former = state.leases.updateValue(lease, forKey: id)
      budget.add(Self.bytes(of: lease) - Self.bytes(of: former), to: .leases)
      return true
    }
  }

  func remove(of id: SessionID) {
    state.withLock { state in
      _ = budget.add(-Self.bytes(of: state.leases.removeValue(forKey: id)), to: .leases)
    }
  }

  /// Removes expired leases, at most once a second, so that many requests to a full table stay cheap.
  private func sweep(_ state: inout State, at now: Int64) {
    // The time of the last sweep is in the future after the clock was set back.
    guard now >= state.sweptAt + 1_000 || now < state.sweptAt else { return }
    state.sweptAt = now
    let expired = state.leases.filter { $0.value.expiresAt <= now }
    for (id, lease) in expired {
      state.leases[id] = nil
      budget.add(-Self.bytes(of: lease), to: .leases)
    }
  }

  private static func bytes(of lease: Lease?) -> Int {
    lease.map { size + ($0.name?.utf8.count ?? 0) } ?? 0
  }
}
