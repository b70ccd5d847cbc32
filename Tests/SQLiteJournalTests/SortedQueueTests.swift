import Sessions
import Testing

@testable import SQLiteJournal

@Suite("The queue of sessions that wait for the writer")
struct SortedQueueTests {
  struct Item: WaitingSession, Equatable {
    let session: SessionID
    let since: Int64
  }

  /// Returns items with descending ids, the last of which is 1.
  static func items(_ times: Int64...) -> [Item] {
    times.enumerated().map { Item(session: SessionID(high: UInt64(times.count - $0), low: 0), since: $1) }
  }

  @Test("A run of the queue has the sessions that are due, in the order of their ids")
  func run() {
    let items = Self.items(10, 20, 30)
    var queue = SortedQueue<Item>()
    for item in items { queue.append(item) }
    #expect(queue.next(since: 9) == nil)
    #expect(queue.next(since: 20) == items[1])
    // The rest of a run precedes sessions that have waited for a shorter time.
    #expect(queue.next(since: 40) == items[0])
    #expect(queue.next(since: 29) == nil)
    #expect(queue.next(since: 30) == items[2])
    #expect(queue.next(since: 40) == nil)
    #expect(queue.isEmpty)
  }

  @Test("The rest of a run has the earliest waiting time of the whole run")
  func oldest() {
    let items = Self.items(10, 20, 30)
    var queue = SortedQueue<Item>()
    #expect(queue.oldest == nil)
    for item in items { queue.append(item) }
    #expect(queue.oldest == 10)
    #expect(queue.next(since: 20) == items[1])
    #expect(queue.oldest == 10)
    #expect(queue.next(since: 9) == nil)
    #expect(queue.next(since: 10) == items[0])
    #expect(queue.oldest == 30)
  }
}
