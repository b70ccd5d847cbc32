import Synchronization

/// The memory that clients can make the process hold: one sum, each byte counted once, and its two bounds.
///
/// Counts about what is held, in four parts. Frees nothing: the owner of a part does.
///
/// Example: `budget.add(480, to: .leases)` when a lease is granted, and `budget.add(-480, to: .leases)` when it ends.
package final class MemoryBudget: Sendable {
  package enum Part: Sendable, CaseIterable {
    /// Unfinished and unanswered requests, answers that clients have not taken, and queued events.
    case connections
    /// Sessions in memory.
    case sessions
    /// Definitions of apps.
    case definitions
    /// Leases of sessions, in memory or not.
    case leases
  }

  /// Bytes above which sessions are evicted.
  package let limit: Int
  /// Bytes above which no session is created or loaded for a client, and no app is defined.
  package let ceiling: Int

  private let connections = Atomic(0)
  private let sessions = Atomic(0)
  private let definitions = Atomic(0)
  private let leases = Atomic(0)

  package init(limit: Int = 512 << 20, ceiling: Int = 1 << 30) {
    self.limit = limit
    self.ceiling = ceiling
  }

  /// Adds bytes to a part; a negative number of them when they are freed.
  ///
  /// - Returns: How many the part has now.
  @discardableResult
  package func add(_ bytes: Int, to part: Part) -> Int {
    switch part {
    case .connections: connections.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .sessions: sessions.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .definitions: definitions.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .leases: leases.wrappingAdd(bytes, ordering: .relaxed).newValue
    }
  }

  /// Bytes of one part.
  package func used(by part: Part) -> Int {
    switch part {
    case .connections: connections.load(ordering: .relaxed)
    case .sessions: sessions.load(ordering: .relaxed)
    case .definitions: definitions.load(ordering: .relaxed)
    case .leases: leases.load(ordering: .relaxed)
    }
  }

  /// Bytes of all parts.
  package var used: Int {
    connections.load(ordering: .relaxed) + sessions.load(ordering: .relaxed) + definitions.load(ordering: .relaxed)
      + leases.load(ordering: .relaxed)
  }

  package var isExceeded: Bool { used > limit }
  package var isFull: Bool { used > ceiling }
}
