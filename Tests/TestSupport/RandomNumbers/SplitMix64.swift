/// Random numbers that are the same for the same seed (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 1 to `highest`.
  package mutating func upTo(_ highest: Int) -> Int { Int(next() % UInt64(highest)) + 1 }

  /// Returns true once in `times` calls on average.
  package mutating func once(in times: Int) -> Bool { next() % UInt64(times) == 0 }
}
