import Synchronization

/// What each of any number of callers has taken of a rate: one megabyte, however many there are.
///
/// A caller has two places, which others may have as well, and what he has taken is what the emptier of them says. So it takes two
/// busy strangers, one in each, to make him wait; who they are is not foreseeable, since the places are drawn anew at each
/// start.
final class RateTable: Sendable {
  private let rate: Rate
  private let stripes: [Stripe]

  /// A part of the table, so that two event loops seldom want the same.
  private final class Stripe: Sendable {
    let places = Mutex([Int64](repeating: .min / 2, count: 1 << 11))
  }

  init(_ rate: Rate) {
    self.rate = rate
    stripes = (0..<64).map { _ in Stripe() }
  }

  /// - Parameters:
  ///   - caller: An address, or a session's id.
  ///   - now: Nanoseconds of a clock that only goes forward.
  /// - Returns: How many nanoseconds he has to wait; nil: he got them.
  func take(_ count: Int = 1, by caller: UInt128, at now: Int64) -> Int64? {
    let bits = Self.hash(caller)
    return stripes[Int(bits & 63)].places.withLock { places in
      let (one, other) = (Int(bits >> 6 & 2_047), Int(bits >> 17 & 2_047))
      var taken = min(places[one], places[other])
      if let wait = rate.take(count, from: &taken, at: now) { return wait }
      places[one] = max(places[one], taken)
      places[other] = max(places[other], taken)
      return nil
    }
  }

  /// Keyed with a number that is drawn at the start of the process (`Hasher`).
  private static func hash(_ caller: UInt128) -> UInt {
    var hasher = Hasher()
    hasher.combine(UInt64(truncatingIfNeeded: caller))
    hasher.combine(UInt64(truncatingIfNeeded: caller >> 64))
    return UInt(bitPattern: hasher.finalize())
  }
}
