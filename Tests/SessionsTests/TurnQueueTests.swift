import Synchronization
import Testing

@testable import Sessions

@Suite("Turns of costly work")
struct TurnQueueTests {
  private let queue = TurnQueue(mostOfLane: 3, mostOfApp: 5)
  private let log = WorkLog()

  @discardableResult
  private func add(_ name: String, to lane: TurnQueue.Lane, of app: String, turns: Int = 1) -> Bool {
    queue.add(turn(name, turns), to: lane, of: app)
  }

  private func turn(_ name: String, _ rest: Int) -> TurnQueue.Turn {
    TurnQueue.Turn { [self] in
      log.append(name)
      return rest > 1 ? turn(name, rest - 1) : nil
    }
  }

  private func run() -> [String] {
    while queue.runNext() {}
    return log.names
  }

  @Test("Apps take turns, then the lanes of an app, however much work each has")
  func fairness() {
    add("long", to: .client("a"), of: "first", turns: 4)
    add("second", to: .client("b"), of: "first", turns: 2)
    add("other", to: .client("c"), of: "other", turns: 2)
    #expect(run() == ["long", "other", "second", "other", "long", "second", "long", "long"])
  }

  @Test("The work of a lane is done in its order, a long one before the next")
  func order() {
    add("long", to: .client("a"), of: "app", turns: 3)
    add("next", to: .client("a"), of: "app")
    #expect(run() == ["long", "long", "long", "next"])
  }

  @Test("Work that a turn adds to its own lane comes before what waits there")
  func addingOwn() {
    _ = queue.add({ [self] in add("added", to: .client("a"), of: "app") }, to: .client("a"), of: "app")
    add("next", to: .client("a"), of: "app")
    #expect(run() == ["added", "next"])
  }

  @Test("A lane and an app have a share of the queue, which they get back when their work is over")
  func shares() {
    for number in 1...4 { #expect(add("a", to: .client("a"), of: "app") == (number < 4)) }
    for number in 1...3 { #expect(add("b", to: .client("b"), of: "app") == (number < 3)) }
    #expect(add("c", to: .client("c"), of: "other"))
    #expect(run().count == 6)
    #expect(add("a", to: .client("a"), of: "app"))
  }

  @Test("A session is held while a request to change it waits or runs, except for that request itself")
  func holding() {
    let (id, other) = (SessionID.random(at: 0), SessionID.random(at: 0))
    _ = queue.add({ [log, queue] in log.append("\(queue.isHeld(id))") }, to: .changes(id), of: "app")
    _ = queue.add({ [log, queue] in log.append("\(queue.isHeld(id))") }, to: .reads(other), of: "app")
    #expect(queue.isHeld(id))
    #expect(!queue.isHeld(other))
    #expect(run() == ["false", "false"])
    #expect(!queue.isHeld(id))
  }
}

private final class WorkLog: Sendable {
  private let lines = Mutex<[String]>([])
  var names: [String] { lines.withLock { $0 } }
  func append(_ name: String) { lines.withLock { $0.append(name) } }
}
