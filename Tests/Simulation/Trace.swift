/// A hash of the events of a run, to compare runs: FNV-1a.
struct Trace {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }
  mutating func add(_ number: Int) { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }
}
