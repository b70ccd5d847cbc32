import Synchronization

/// How often something has happened. Counting costs one relaxed addition and takes no lock.
package struct Counter: ~Copyable, Sendable {
  private let count = Atomic(0)

  package init() {}

  package func increment(by step: Int = 1) {
    count.wrappingAdd(step, ordering: .relaxed)
  }

  package var value: Int { count.load(ordering: .relaxed) }
}
