import Sessions
import Testing

@testable import SQLiteJournal

@Suite("Erasure of pruned changes")
struct PrunedHistoryTests {
  private func session(_ number: UInt64) -> SessionID { SessionID(high: number, low: 0) }

  private func find(_ number: UInt64, _ revisions: Range<Int>, at seqs: [Int64]) -> PrunedHistory.PrunedChanges {
    PrunedHistory.PrunedChanges(
      range: PrunedHistory.SessionRevisions(session: session(number), revisions: revisions), seqs: seqs)
  }

  /// Takes all due parts, and marks each of them as erased.
  private func drain(_ prunedHistory: inout PrunedHistory, now: Int64) -> [PrunedHistory.ErasureBatch] {
    var parts: [PrunedHistory.ErasureBatch] = []
    while let part = prunedHistory.next(now: now) {
      parts.append(part)
      prunedHistory.erased(part)
    }
    return parts
  }

  @Test("Pruned changes are collected, then erased in storage order, before the rows that locate them")
  func order() {
    var prunedHistory = PrunedHistory()
    #expect(prunedHistory.due(0) == nil)
    prunedHistory.add(find(1, 2..<5, at: [3, 130, 500]), now: 10)
    prunedHistory.add(find(2, 2..<4, at: [4, 131]), now: 500)
    #expect(prunedHistory.due(500) == 1_500)
    #expect(prunedHistory.next(now: 1_499) == nil)
    let places = [
      PrunedHistory.SessionRevisions(session: session(1), revisions: 2..<5),
      PrunedHistory.SessionRevisions(session: session(2), revisions: 2..<4),
    ]
    #expect(drain(&prunedHistory, now: 1_500) == [.changes([3, 4, 130, 131, 500]), .places(places)])
    #expect(prunedHistory.isEmpty)
  }

  @Test("Erasure is divided into limited parts, and a part is repeated until it is erased")
  func parts() {
    var prunedHistory = PrunedHistory()
    prunedHistory.add(find(1, 1..<1_001, at: Array(0..<1_000)), now: 0)
    #expect(prunedHistory.next(now: 1_000) == .changes(Array(0..<256)))
    #expect(prunedHistory.next(now: 1_000) == .changes(Array(0..<256)))
    #expect(
      drain(&prunedHistory, now: 1_000) == [
        .changes(Array(0..<256)), .changes(Array(256..<512)), .changes(Array(512..<768)), .changes(Array(768..<1_000)),
        .places([PrunedHistory.SessionRevisions(session: session(1), revisions: 1..<513)]),
        .places([PrunedHistory.SessionRevisions(session: session(1), revisions: 513..<1_001)]),
      ])
    for number in 0..<40 { prunedHistory.add(find(UInt64(number), 5..<6, at: [Int64(number)]), now: 0) }
    let counts = drain(&prunedHistory, now: 1_000).map { part in
      switch part {
      case .changes(let seqs): seqs.count
      case .places(let ranges): -ranges.count
      case .history: 0
      }
    }
    #expect(counts == [40, -16, -16, -8])
  }

  @Test("The end of a session's collected revisions is known until all of them are erased")
  func known() {
    var prunedHistory = PrunedHistory()
    prunedHistory.add(find(1, 2..<5, at: [1, 2, 3]), now: 0)
    #expect(prunedHistory.known(of: session(1)) == 5)
    #expect(prunedHistory.next(now: 1_000) == .changes([1, 2, 3]))
    prunedHistory.add(find(1, 5..<7, at: [4, 5]), now: 1_000)
    prunedHistory.erased(.changes([1, 2, 3]))
    #expect(
      prunedHistory.next(now: 1_000) == .places([PrunedHistory.SessionRevisions(session: session(1), revisions: 2..<5)])
    )
    prunedHistory.erased(.places([PrunedHistory.SessionRevisions(session: session(1), revisions: 2..<5)]))
    #expect(prunedHistory.known(of: session(1)) == 7)
    #expect(drain(&prunedHistory, now: 2_000).count == 2)
    #expect(prunedHistory.known(of: session(1)) == 0)
  }

  @Test("Erasure is due at once when the collection is full or the clock was set back")
  func dueAtOnce() {
    var prunedHistory = PrunedHistory()
    prunedHistory.add(find(1, 1..<2, at: [1]), now: 5_000)
    #expect(prunedHistory.due(4_000) == 4_000)
    for number in 0...Int64(PrunedHistory.capacity) { prunedHistory.add(find(2, 1..<2, at: [number << 6]), now: 5_000) }
    #expect(prunedHistory.isFull)
    #expect(prunedHistory.due(5_000) == 5_000)
  }
}
