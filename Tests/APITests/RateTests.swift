import Testing

@testable import API

@Suite("Rate limits")
struct RateTests {
  private let second: Int64 = 1_000_000_000

  @Test("A rate limit admits a burst at once, and then one unit per interval")
  func burst() {
    let rate = Rate(2, inSeconds: 1, burst: 3)
    var taken: Int64 = 0
    for _ in 0..<3 { #expect(rate.consume(1, from: &taken, at: second) == nil) }
    #expect(rate.consume(1, from: &taken, at: second) == second / 2)
    #expect(rate.consume(1, from: &taken, at: second * 3 / 2 - 1) == 1)
    #expect(rate.consume(1, from: &taken, at: second * 3 / 2) == nil)
    #expect(rate.consume(1, from: &taken, at: second * 3 / 2) == second / 2)
  }

  @Test("A long pause does not make more than the burst available")
  func pause() {
    let rate = Rate(1, inSeconds: 60, burst: 2)
    var taken: Int64 = 0
    #expect(rate.consume(1, from: &taken, at: 0) == nil)
    for _ in 0..<2 { #expect(rate.consume(1, from: &taken, at: 3_600 * second) == nil) }
    #expect(rate.consume(1, from: &taken, at: 3_600 * second) == 60 * second)
  }

  @Test("A request larger than the burst is admitted, and the next one waits for all its units")
  func debt() {
    let rate = Rate(10, inSeconds: 1, burst: 1)
    var taken: Int64 = 0
    #expect(rate.consume(100, from: &taken, at: 0) == nil)
    #expect(rate.consume(1, from: &taken, at: 0) == 10 * second)
    #expect(rate.consume(1, from: &taken, at: 10 * second) == nil)
  }

  @Test("A rate limit counts each caller separately at any clock value", arguments: [Int64(0), 1_000_000_000_000_000])
  func callers(now: Int64) {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 2))
    for caller in [UInt128(1), 1 << 64, .max] {
      #expect(table.consume(by: caller, at: now) == nil)
      #expect(table.consume(by: caller, at: now) == nil)
      #expect(table.consume(by: caller, at: now) == second)
    }
    #expect(table.consume(by: 1, at: now + second) == nil)
  }

  @Test("A thousand busy callers delay almost no other callers")
  func strangers() {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 1))
    // A thousand busy callers use about a hundredth of the slots.
    for caller in 0..<1_000 { _ = table.consume(1, by: UInt128(caller), at: 0) }
    let heldUp = (10_000..<20_000).filter { table.consume(by: UInt128($0) << 70, at: Int64($0) * 100 * second) != nil }
    #expect(heldUp.isEmpty)
    let meanwhile = RateTable(Rate(1, inSeconds: 1, burst: 1))
    for caller in 0..<1_000 { _ = meanwhile.consume(1, by: UInt128(caller), at: 0) }
    // The expected number is below one.
    let refused = (5_000..<6_000).filter { meanwhile.consume(by: UInt128($0), at: 0) != nil }.count
    #expect(refused < 10)
  }

  @Test("A rate limit admits exactly its burst to concurrent threads")
  func threads() async {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 500))
    let admitted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { (0..<200).filter { _ in table.consume(by: 7, at: 0) == nil }.count } }
      return await group.reduce(0, +)
    }
    #expect(admitted == 500)
  }

  @Test("A released listener permit can be acquired again")
  func listenerPermits() {
    let listenerPermits = ListenerPermits(2)
    var one = listenerPermits.acquire()
    let other = listenerPermits.acquire()
    #expect(one != nil && other != nil && listenerPermits.acquire() == nil)
    one = nil
    one = listenerPermits.acquire()
    withExtendedLifetime((one, other)) { #expect(one != nil && listenerPermits.acquire() == nil) }
  }
}
