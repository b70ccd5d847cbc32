import Sessions
import Testing

@testable import Persistence

@Suite("What was pruned and is still to be erased")
struct WasteTests {
  private func session(_ number: UInt64) -> SessionID { SessionID(high: number, low: 0) }

  private func find(_ number: UInt64, _ revisions: Range<Int>, at seqs: [Int64]) -> Waste.Find {
    Waste.Find(stretch: Waste.Stretch(session: session(number), revisions: revisions), seqs: seqs)
  }

  /// All parts that are due, each said to be erased.
  private func drain(_ waste: inout Waste, now: Int64) -> [Waste.Part] {
    var parts: [Waste.Part] = []
    while let part = waste.next(now: now) {
      parts.append(part)
      waste.erased(part)
    }
    return parts
  }

  @Test("is gathered until no more comes, then goes as it lies, before the places by which it is found")
  func order() {
    var waste = Waste()
    #expect(waste.due(0) == nil)
    waste.add(find(1, 2..<5, at: [3, 130, 500]), now: 10)
    waste.add(find(2, 2..<4, at: [4, 131]), now: 500)
    #expect(waste.due(500) == 1_500)
    #expect(waste.next(now: 1_499) == nil)
    let places = [
      Waste.Stretch(session: session(1), revisions: 2..<5), Waste.Stretch(session: session(2), revisions: 2..<4),
    ]
    #expect(drain(&waste, now: 1_500) == [.changes([3, 4, 130, 131, 500]), .places(places)])
    #expect(waste.isEmpty)
  }

  @Test("goes in parts of so many neighbours and so many places, the same again until it is gone")
  func parts() {
    var waste = Waste()
    waste.add(find(1, 1..<1_001, at: Array(0..<1_000)), now: 0)
    #expect(waste.next(now: 1_000) == .changes(Array(0..<256)))
    #expect(waste.next(now: 1_000) == .changes(Array(0..<256)))
    #expect(
      drain(&waste, now: 1_000) == [
        .changes(Array(0..<256)), .changes(Array(256..<512)), .changes(Array(512..<768)), .changes(Array(768..<1_000)),
        .places([Waste.Stretch(session: session(1), revisions: 1..<513)]),
        .places([Waste.Stretch(session: session(1), revisions: 513..<1_001)]),
      ])
    for number in 0..<40 { waste.add(find(UInt64(number), 5..<6, at: [Int64(number)]), now: 0) }
    let counts = drain(&waste, now: 1_000).map { part in
      switch part {
      case .changes(let seqs): seqs.count
      case .places(let stretches): -stretches.count
      }
    }
    #expect(counts == [40, -16, -16, -8])
  }

  @Test("of a session is found once, also while it is being erased")
  func known() {
    var waste = Waste()
    waste.add(find(1, 2..<5, at: [1, 2, 3]), now: 0)
    #expect(waste.known(of: session(1)) == 5)
    #expect(waste.next(now: 1_000) == .changes([1, 2, 3]))
    waste.add(find(1, 5..<7, at: [4, 5]), now: 1_000)
    waste.erased(.changes([1, 2, 3]))
    #expect(waste.next(now: 1_000) == .places([Waste.Stretch(session: session(1), revisions: 2..<5)]))
    waste.erased(.places([Waste.Stretch(session: session(1), revisions: 2..<5)]))
    #expect(waste.known(of: session(1)) == 7)
    #expect(drain(&waste, now: 2_000).count == 2)
    #expect(waste.known(of: session(1)) == 0)
  }

  @Test("is not waited for when it is much, nor when the clock was set back")
  func impatience() {
    var waste = Waste()
    waste.add(find(1, 1..<2, at: [1]), now: 5_000)
    #expect(waste.due(4_000) == 4_000)
    for number in 0...Int64(Waste.capacity) { waste.add(find(2, 1..<2, at: [number << 6]), now: 5_000) }
    #expect(waste.isFull)
    #expect(waste.due(5_000) == 5_000)
  }
}
