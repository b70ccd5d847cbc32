import Testing
import Support

@Suite("A blocking queue")
struct BlockingQueueTests {
  /// A timeout longer than any test run.
  static let forever = 3_600_000_000_000

  @Test("Gathering waits until the requested number of elements is in the queue")
  func gather() {
    let queue = BlockingQueue<Int>(capacity: 1_000)
    let sender = Worker { for number in 0..<1_000 { _ = queue.put(number) } }
    queue.gather(1_000, waitingAtMost: Self.forever)
    var taken: [Int] = []
    #expect(queue.drain(into: &taken, waitingAtMost: 0))
    #expect(taken == Array(0..<1_000))
    sender.join()
  }

  @Test("A single element wakes a take that follows a gathering")
  func takeAfterwards() {
    let queue = BlockingQueue<Int>(capacity: 1)
    queue.gather(2, waitingAtMost: 0)
    let sender = Worker { _ = queue.put(1) }
    var taken: [Int] = []
    #expect(queue.drain(into: &taken, waitingAtMost: nil))
    #expect(taken == [1])
    sender.join()
  }

  @Test("A take accepts the longest and the shortest timeout", arguments: [Int64.max, 0])
  func longTimeout(milliseconds: Int64) {
    let queue = BlockingQueue<Int>(capacity: 1)
    #expect(queue.put(1))
    var taken: [Int] = []
    #expect(queue.drain(into: &taken, waitingAtMost: milliseconds))
    #expect(taken == [1])
  }

  @Test("Closing the queue ends a gathering")
  func close() {
    let queue = BlockingQueue<Int>(capacity: 1)
    let closer = Worker { queue.close() }
    queue.gather(1, waitingAtMost: Self.forever)
    var taken: [Int] = []
    #expect(!queue.drain(into: &taken, waitingAtMost: nil))
    closer.join()
  }
}
