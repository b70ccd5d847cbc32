import Testing

@testable import SQLiteJournal

@Suite("The low-water mark")
struct LowWaterTests {
  @Test("The low-water mark is the newest change when no change is pending")
  func clean() {
    var lowWater = LowWater(newest: 7)
    #expect(lowWater.mark == 7)
    lowWater.add(8)
    lowWater.remove(8)
    #expect(lowWater.mark == 8)
  }

  @Test("The low-water mark stays before the block of the oldest pending change")
  func blocks() {
    var lowWater = LowWater(newest: 0)
    for seq in Int64(1)...3000 { lowWater.add(seq) }
    #expect(lowWater.mark == 0)
    for seq in Int64(1)...1022 { lowWater.remove(seq) }
    #expect(lowWater.mark == 0)
    lowWater.remove(1023)
    #expect(lowWater.mark == 1023)
    for seq in Int64(2048)...3000 { lowWater.remove(seq) }
    #expect(lowWater.mark == 1023)
    for seq in Int64(1024)...2047 { lowWater.remove(seq) }
    #expect(lowWater.mark == 3000)
  }

  @Test("The low-water mark never passes a pending change, in any order of snapshots")
  func anyOrder() {
    var lowWater = LowWater(newest: 0)
    var behind: Set<Int64> = []
    var generator = SystemRandomNumberGenerator()
    for seq in Int64(1)...200_000 {
      lowWater.add(seq)
      behind.insert(seq)
      // Removes a random change for each added one, and sometimes all but one.
      if let some = behind.randomElement(using: &generator), some > 5 {
        behind.remove(some)
        lowWater.remove(some)
      }
      if seq.isMultiple(of: 50_000), let oldest = behind.min() {
        #expect(lowWater.mark < oldest)
        for seq in behind where seq != oldest { lowWater.remove(seq) }
        behind = [oldest]
        #expect(lowWater.mark < oldest && oldest - lowWater.mark <= 1024)
      }
    }
  }
}
