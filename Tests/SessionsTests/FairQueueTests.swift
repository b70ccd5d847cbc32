import Testing

@testable import Sessions

@Suite("Fair queues")
struct FairQueueTests {
  @Test("A fair queue serves each key in turn, however many elements one of them has")
  func turns() {
    var queue = FairQueue<String, Int>()
    for number in 1...4 { queue.append(number, of: "a") }
    queue.append(10, of: "b")
    queue.append(20, of: "c")
    queue.append(11, of: "b")
    var taken: [Int] = []
    while let next = queue.removeFirst() { taken.append(next) }
    #expect(taken == [1, 10, 20, 2, 11, 3, 4])
    #expect(queue.isEmpty)
  }

  @Test("A fair queue skips a key that is not allowed, and the key keeps its elements")
  func allowed() {
    var queue = FairQueue<String, Int>()
    queue.append(1, of: "a")
    queue.append(2, of: "b")
    #expect(queue.removeFirst { $0 != "a" } == 2)
    #expect(queue.removeFirst { $0 != "a" } == nil)
    #expect(queue.count(of: "a") == 1)
    #expect(queue.removeFirst() == 1)
  }
}
