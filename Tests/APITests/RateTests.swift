import Testing

@testable import API

@Suite("A rate")
struct RateTests {
  private let second: Int64 = 1_000_000_000

  @Test("lets a burst through at once, then one each time that it is due")
  func burst() {
    let rate = Rate(2, inSeconds: 1, burst: 3)
    var taken: Int64 = 0
    for _ in 0..<3 { #expect(rate.take(1, from: &taken, at: second) == nil) }
    #expect(rate.take(1, from: &taken, at: second) == second / 2)
    #expect(rate.take(1, from: &taken, at: second * 3 / 2 - 1) == 1)
    #expect(rate.take(1, from: &taken, at: second * 3 / 2) == nil)
    #expect(rate.take(1, from: &taken, at: second * 3 / 2) == second / 2)
  }

  @Test("is no richer for a longer pause than its burst")
  func pause() {
    let rate = Rate(1, inSeconds: 60, burst: 2)
    var taken: Int64 = 0
    #expect(rate.take(1, from: &taken, at: 0) == nil)
    for _ in 0..<2 { #expect(rate.take(1, from: &taken, at: 3_600 * second) == nil) }
    #expect(rate.take(1, from: &taken, at: 3_600 * second) == 60 * second)
  }

  @Test("lets several in that are more than its burst, and has the next one wait for all of them")
  func debt() {
    let rate = Rate(10, inSeconds: 1, burst: 1)
    var taken: Int64 = 0
    #expect(rate.take(100, from: &taken, at: 0) == nil)
    #expect(rate.take(1, from: &taken, at: 0) == 10 * second)
    #expect(rate.take(1, from: &taken, at: 10 * second) == nil)
  }

  @Test("is each caller's own, whatever the clock began with", arguments: [Int64(0), 1_000_000_000_000_000])
  func callers(now: Int64) {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 2))
    for caller in [UInt128(1), 1 << 64, .max] {
      #expect(table.take(by: caller, at: now) == nil)
      #expect(table.take(by: caller, at: now) == nil)
      #expect(table.take(by: caller, at: now) == second)
    }
    #expect(table.take(by: 1, at: now + second) == nil)
  }

  @Test("of one caller holds next to none of thousands of others up")
  func strangers() {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 1))
    // A thousand who take all they may have a hundredth of the places.
    for caller in 0..<1_000 { _ = table.take(1, by: UInt128(caller), at: 0) }
    let heldUp = (10_000..<20_000).filter { table.take(by: UInt128($0) << 70, at: Int64($0) * 100 * second) != nil }
    #expect(heldUp.isEmpty)
    let meanwhile = RateTable(Rate(1, inSeconds: 1, burst: 1))
    for caller in 0..<1_000 { _ = meanwhile.take(1, by: UInt128(caller), at: 0) }
    // Expected is one in ten thousand times some.
    let refused = (5_000..<6_000).filter { meanwhile.take(by: UInt128($0), at: 0) != nil }.count
    #expect(refused < 10)
  }

  @Test("lets exactly its burst through, however many threads ask")
  func threads() async {
    let table = RateTable(Rate(1, inSeconds: 1, burst: 500))
    let admitted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { (0..<200).filter { _ in table.take(by: 7, at: 0) == nil }.count } }
      return await group.reduce(0, +)
    }
    #expect(admitted == 500)
  }

  @Test("is no matter for seats: they are given back by who leaves")
  func listenerPermits() {
    let listenerPermits = ListenerPermits(2)
    var one = listenerPermits.take()
    let other = listenerPermits.take()
    #expect(one != nil && other != nil && listenerPermits.take() == nil)
    one = nil
    one = listenerPermits.take()
    withExtendedLifetime((one, other)) { #expect(one != nil && listenerPermits.take() == nil) }
  }
}
