import Support
import Synchronization

/// The time of the database that several nodes share, derived from a clock of this machine that cannot be set.
///
/// Each exchange with the database bounds the difference between the two clocks, since the database reads its own between
/// the request and the answer. The difference changes only if it is outside of these bounds. So the times of all nodes
/// agree within the duration of an exchange, whatever the wall clocks of their machines show.
package final class StoreClock: Sendable {
  private let elapsed: @Sendable () -> Int64
  private let machine: WallClock
  /// The time of the database minus `elapsed()`.
  private let difference: Atomic<Int64>
  private let isMeasured = Atomic(false)

  /// Milliseconds by which the machine's wall clock may differ. It shows in logs and certificates only; a larger
  /// difference is taken for a machine that cannot be trusted.
  package static let tolerance: Int64 = 10_000

  /// - Parameters:
  ///   - elapsed: Milliseconds of a clock that cannot be set.
  ///   - machine: Milliseconds since 1970, as the machine's wall clock shows.
  package init(elapsed: @escaping @Sendable () -> Int64, machine: @escaping WallClock) {
    self.elapsed = elapsed
    self.machine = machine
    difference = Atomic(machine() - elapsed())
  }

  /// Milliseconds since 1970.
  package var now: Int64 { elapsed() + difference.load(ordering: .relaxed) }

  /// Milliseconds by which the machine's wall clock is ahead of the database.
  package var machineOffset: Int64 { machine() - now }

  /// Why this node may do nothing; nil: its clocks are right.
  package var failure: JournalFailure? {
    guard isMeasured.load(ordering: .acquiring) else {
      return .unavailable("the time of the database is not known yet")
    }
    let offset = machineOffset
    guard abs(offset) > Self.tolerance else { return nil }
    return .unavailable(
      "the clock of this machine is \(abs(offset)) ms \(offset > 0 ? "ahead of" : "behind") that of the database; "
        + "set it to within \(Self.tolerance / 1_000) s")
  }

  /// Begins an exchange.
  package var mark: Int64 { elapsed() }

  /// Records the time of the database in an exchange that has ended.
  ///
  /// - Parameter mark: The beginning of the exchange.
  package func record(_ time: Int64, since mark: Int64) {
    // All three times are whole milliseconds.
    let (low, high) = (time - elapsed() - 1, time - mark + 1)
    let former = difference.load(ordering: .relaxed)
    let isFirst = !isMeasured.load(ordering: .acquiring)
    difference.store(isFirst ? low + (high - low) / 2 : min(max(former, low), high), ordering: .relaxed)
    isMeasured.store(true, ordering: .releasing)
  }
}
