import Synchronization

/// The usage of a rate limit by any number of callers, in at most one megabyte.
///
/// A caller has two slots, which it may share with other callers; the lower usage counts. A caller is delayed
/// by others only if busy callers share both slots. Collisions are not predictable, since the hash is seeded anew at
/// each start.
final class RateTable: Sendable {
  private let rate: Rate
  private let stripes: [Stripe]

  /// A part of the table, which reduces lock contention between event loops. Its places are allocated at the first use:
  /// addresses on the same machine are not counted.
  private final class Stripe: Sendable {
    let places = Mutex([Int64]())
  }

  init(_ rate: Rate) {
    self.rate = rate
    // A table of fixed size needs no sweeps, and no client with many addresses can fill it (docs/decisions/0038).
    stripes = (0..<64).map { _ in Stripe() }
  }

  /// - Parameters:
  ///   - caller: An address, or a session's id.
  ///   - now: Nanoseconds of a clock that only goes forward.
  /// - Returns: Nanoseconds to wait; nil if the units were taken.
  func consume(_ count: Int = 1, by caller: UInt128, at now: Int64) -> Int64? {
    let bits = Self.hash(caller)
    return stripes[Int(bits & 63)].places.withLock { places in
      // 64 stripes of 2,048 places take 1 MiB. `.min / 2` is long ago, and no difference with it overflows.
      if places.isEmpty { places = [Int64](repeating: .min / 2, count: 1 << 11) }
      // Bits apart from the six that chose the stripe, 11 for each place.
      let (one, other) = (Int(bits >> 6 & 2_047), Int(bits >> 17 & 2_047))
      var taken = min(places[one], places[other])
      if let wait = rate.consume(count, from: &taken, at: now) { return wait }
      places[one] = max(places[one], taken)
      places[other] = max(places[other], taken)
      return nil
    }
  }

  /// Seeded with a random number at the start of the process (`Hasher`).
  private static func hash(_ caller: UInt128) -> UInt {
    var hasher = Hasher()
    hasher.combine(UInt64(truncatingIfNeeded: caller))
    hasher.combine(UInt64(truncatingIfNeeded: caller >> 64))
    return UInt(bitPattern: hasher.finalize())
  }
}
