import Sessions
import Testing

@testable import SQLiteJournal

@Suite("The queue of sessions whose snapshots are behind")
struct SnapshotQueueTests {

  /// Returns items with descending ids, the last of which is 1.
  static func items(_ times: Int64...) -> [SnapshotQueue.Item] {
    times.enumerated().map { SnapshotQueue.Item(session: SessionID(high: UInt64(times.count - $0), low: 0), since: $1) }
  }

  @Test("A run of the queue has the sessions that are due, in the order of their ids")
  func run() {
    let items = Self.items(10, 20, 30)
    var queue = SnapshotQueue()
    for item in items { queue.add(item.session, since: item.since) }
    #expect(queue.next(since: 9, now: 100) == nil)
    #expect(queue.next(since: 20, now: 100)?.session == items[1].session)
    // The rest of a run precedes sessions that have waited for a shorter time.
    #expect(queue.next(since: 40, now: 100)?.session == items[0].session)
    #expect(queue.next(since: 29, now: 100) == nil)
    #expect(queue.next(since: 30, now: 100)?.session == items[2].session)
    #expect(queue.next(since: 40, now: 100) == nil)
    #expect(queue.oldest == nil)
  }

  @Test("The rest of a run has the earliest waiting time of the whole run")
  func oldest() {
    let items = Self.items(10, 20, 30)
    var queue = SnapshotQueue()
    #expect(queue.oldest == nil)
    for item in items { queue.add(item.session, since: item.since) }
    #expect(queue.oldest == 10)
    #expect(queue.next(since: 20, now: 100)?.session == items[1].session)
    #expect(queue.oldest == 10)
    #expect(queue.next(since: 9, now: 100) == nil)
    #expect(queue.next(since: 10, now: 100)?.session == items[0].session)
    #expect(queue.oldest == 30)
  }

  @Test("A session that was added before the clock was set back is due")
  func clock() {
    let items = Self.items(90, 20)
    var queue = SnapshotQueue()
    for item in items { queue.add(item.session, since: item.since) }
    #expect(queue.next(since: 15, now: 95) == nil)
    #expect(queue.next(since: 15, now: 25)?.session == items[0].session)
    #expect(queue.next(since: 15, now: 25) == nil)
    #expect(queue.next(since: 20, now: 25)?.session == items[1].session)
  }
}
