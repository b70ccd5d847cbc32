import Memory
import Synchronization

/// The bytes that the connections of all event loops hold, as a part of the memory budget.
///
/// Each loop counts its own connections and publishes the sum in steps, so that nearly no request costs an atomic operation.
final class HeldBytes: Sendable {
  let limit: Int
  /// Bytes that a loop may hold more or less than it has published.
  let step: Int
  private let budget: MemoryBudget
  /// Connections that hold something.
  private let holders = Atomic(0)
  private let loops = Mutex<[EventLoop]>([])
  /// Loops that were asked to make room and have not done so yet.
  private let asked = Atomic(0)

  init(limit: Int, budget: MemoryBudget = MemoryBudget()) {
    self.limit = limit
    step = min(64 << 10, limit / 64)
    self.budget = budget
  }

  var used: Int { budget.used(by: .connections) }
  var isExceeded: Bool { used > limit }
  /// A tenth is to spare, so that connections are looked through seldom.
  var hasRoom: Bool { used <= limit / 10 * 9 }
  /// What a connection that holds something holds on average.
  var mean: Int { used / max(1, holders.load(ordering: .relaxed)) }

  func publish(bytes: Int, holders count: Int) {
    budget.add(bytes, to: .connections)
    holders.wrappingAdd(count, ordering: .relaxed)
  }

  func add(_ loop: EventLoop) { loops.withLock { $0.append(loop) } }
  func remove(_ loop: EventLoop) { loops.withLock { $0.removeAll { $0 === loop } } }

  /// Has all loops make room, soon; once, however often it is asked for meanwhile.
  func makeRoomEverywhere() {
    let loops = loops.withLock { $0 }
    guard asked.compareExchange(expected: 0, desired: loops.count, ordering: .relaxed).exchanged else { return }
    for loop in loops {
      loop.enter { [self] loop in
        loop.makeRoom(alsoOfSmall: true)
        asked.wrappingSubtract(1, ordering: .relaxed)
      }
    }
  }
}
