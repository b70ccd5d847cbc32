import Sessions
import Synchronization
import Testing

@Suite("The clock of a store")
struct StoreClockTests {
  /// The clocks of a node whose wall clock is wrong, in milliseconds.
  private final class Clocks: Sendable {
    let elapsed = Mutex<Int64>(5_000)
    let wallClockError: Int64
    /// The time of the database when `elapsed` is zero.
    static let epoch: Int64 = 1_767_323_000_000

    init(error: Int64) { wallClockError = error }

    var time: Int64 { Self.epoch + elapsed.withLock { $0 } }
    func pass(_ milliseconds: Int64) { elapsed.withLock { $0 += milliseconds } }

    func clock() -> StoreClock {
      StoreClock(
        elapsed: { self.elapsed.withLock { $0 } }, machine: { self.time + self.wallClockError })
    }

    /// Asks the database for its time.
    func exchange(_ clock: StoreClock, there: Int64 = 1, back: Int64 = 1, error: Int64 = 0) {
      let mark = clock.mark
      pass(there)
      let time = time + error
      pass(back)
      clock.record(time, since: mark)
    }
  }

  @Test(arguments: [0, 8_000, -8_000, 9_990, -9_990] as [Int64])
  func `Times are those of the database while the wall clock is wrong by less than ten seconds`(_ error: Int64) {
    let clocks = Clocks(error: error)
    let clock = clocks.clock()
    #expect(clock.failure != nil)
    clocks.exchange(clock)
    #expect(clock.failure == nil)
    #expect(abs(clock.now - clocks.time) <= 2)
    #expect(abs(clock.machineOffset - error) <= 2)
    clocks.pass(3_600_000)
    #expect(abs(clock.now - clocks.time) <= 2)
  }

  @Test(arguments: [864_000_000, -864_000_000, 10_010, -10_010] as [Int64])
  func `A node whose wall clock is further off may do nothing, and its times are right all the same`(_ error: Int64) {
    let clocks = Clocks(error: error)
    let clock = clocks.clock()
    clocks.exchange(clock)
    #expect(clock.failure?.reason.contains(error > 0 ? "ahead of" : "behind") == true)
    #expect(abs(clock.now - clocks.time) <= 2)
  }

  @Test func `A slow exchange moves the time only as far as it proves it wrong`() {
    let clocks = Clocks(error: 0)
    let clock = clocks.clock()
    clocks.exchange(clock)
    let difference = clock.now - clocks.time
    clocks.exchange(clock, there: 900, back: 10)
    clocks.exchange(clock, there: 0, back: 900)
    #expect(clock.now - clocks.time == difference)
    // The primary is another server now, whose clock is ahead.
    clocks.exchange(clock, error: 700)
    #expect(abs(clock.now - clocks.time - 700) <= 2)
  }
}
