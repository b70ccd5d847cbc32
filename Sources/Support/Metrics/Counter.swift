import Synchronization

/// A lock-free counter. An increment is one relaxed atomic addition.
package struct Counter: ~Copyable, Sendable {
  private let count = Atomic(0)

  /// Creates a counter at 0.
  package init() {}

  /// Adds `step`.
  package func increment(by step: Int = 1) {
    count.wrappingAdd(step, ordering: .relaxed)
  }

  /// The current count.
  package var value: Int { count.load(ordering: .relaxed) }
}
