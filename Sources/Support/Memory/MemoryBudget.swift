import Synchronization

/// The memory that clients can make the process hold, as one sum in which each byte counts once, with two limits.
///
/// The count is approximate and has four categories. The budget frees nothing; the owner of each category does.
///
/// Example: `budget.add(480, to: .leases)` when a lease is granted, and `budget.add(-480, to: .leases)` when it ends.
package final class MemoryBudget: Sendable {
  /// A category of memory.
  package enum Category: Int, Sendable, CaseIterable {
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

  /// The bytes by category.
  private let counts = InlineArray<4, Atomic<Int>> { _ in Atomic(0) }

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
    // Relaxed: the sum is approximate, and no other memory is published by it.
    counts[category.rawValue].wrappingAdd(bytes, ordering: .relaxed).newValue
  }

  /// Bytes of one category.
  package func used(by category: Category) -> Int { counts[category.rawValue].load(ordering: .relaxed) }

  /// Bytes of all categories.
  package var used: Int { counts.indices.reduce(0) { $0 + counts[$1].load(ordering: .relaxed) } }

  /// Whether sessions must be evicted.
  package var isExceeded: Bool { used > limit }
  /// Whether clients cannot create or load sessions or define apps.
  package var isFull: Bool { used > ceiling }
}
