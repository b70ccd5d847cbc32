import Synchronization

/// The memory that clients can make the process hold, as one sum in which each byte counts once, with two limits.
///
/// The count is approximate and has four categories. The budget frees nothing; the owner of each category does.
///
/// Example: `budget.add(480, to: .leases)` when a lease is granted, and `budget.add(-480, to: .leases)` when it ends.
package final class MemoryBudget: Sendable {
  /// A category of memory.
  package enum Category: Sendable, CaseIterable {
    /// Incomplete and unanswered requests, unsent responses, and queued events.
    case connections
    /// Sessions in memory.
    case sessions
    /// App definitions.
    case definitions
    /// Leases of loaded and unloaded sessions.
    case leases
  }

  /// Bytes above which sessions are evicted.
  package let limit: Int
  /// Bytes above which clients cannot create or load sessions or define apps.
  package let ceiling: Int

  private let connections = Atomic(0)
  private let sessions = Atomic(0)
  private let definitions = Atomic(0)
  private let leases = Atomic(0)

  /// Creates a budget with limits in bytes.
  package init(limit: Int = 512 << 20, ceiling: Int = 1 << 30) {
    self.limit = limit
    self.ceiling = ceiling
  }

  /// Adds bytes to a category; a negative number when they are freed.
  ///
  /// - Returns: The bytes of the category.
  @discardableResult
  package func add(_ bytes: Int, to category: Category) -> Int {
    switch category {
    // Relaxed: the sum is approximate, and no other memory is published by it.
    case .connections: connections.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .sessions: sessions.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .definitions: definitions.wrappingAdd(bytes, ordering: .relaxed).newValue
    case .leases: leases.wrappingAdd(bytes, ordering: .relaxed).newValue
    }
  }

  /// Bytes of one category.
  package func used(by category: Category) -> Int {
    switch category {
    case .connections: connections.load(ordering: .relaxed)
    case .sessions: sessions.load(ordering: .relaxed)
    case .definitions: definitions.load(ordering: .relaxed)
    case .leases: leases.load(ordering: .relaxed)
    }
  }

  /// Bytes of all categories.
  package var used: Int {
    connections.load(ordering: .relaxed) + sessions.load(ordering: .relaxed) + definitions.load(ordering: .relaxed)
      + leases.load(ordering: .relaxed)
  }

  /// Whether sessions must be evicted.
  package var isExceeded: Bool { used > limit }
  /// Whether clients cannot create or load sessions or define apps.
  package var isFull: Bool { used > ceiling }
}
