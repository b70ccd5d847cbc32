import Support
import Synchronization

/// The bytes held by the connections of all event loops, as a part of the memory budget.
///
/// Each loop counts its own connections and publishes the sum in steps, so that nearly no request needs an atomic
/// operation.
final class HeldBytes: Sendable {
  let limit: Int
  /// The largest difference between the bytes that a loop holds and those that it has published.
  let step: Int
  private let budget: MemoryBudget
  /// The number of connections that hold bytes.
  private let holders = Atomic(0)
  private let loops = Mutex<[EventLoop]>([])
  /// The number of loops that have not carried out the last `makeRoomEverywhere` yet.
  private let asked = Atomic(0)

  init(limit: Int, budget: MemoryBudget = MemoryBudget()) {
    self.limit = limit
    step = min(64 << 10, limit / 64)
    self.budget = budget
  }

  var used: Int { budget.used(by: .connections) }
  var isExceeded: Bool { used > limit }
  /// Whether a tenth of the limit is free, the goal of each eviction. The margin makes evictions rare.
  var hasRoom: Bool { used <= limit / 10 * 9 }
  /// The average number of bytes of the connections that hold any.
  var mean: Int { used / max(1, holders.load(ordering: .relaxed)) }

  func publish(bytes: Int, holders count: Int) {
    budget.add(bytes, to: .connections)
    holders.wrappingAdd(count, ordering: .relaxed)
  }

  func add(_ loop: EventLoop) { loops.withLock { $0.append(loop) } }
  func remove(_ loop: EventLoop) { loops.withLock { $0.removeAll { $0 === loop } } }

  /// Makes all loops close connections until the limit is met. Ignored while a former call is pending.
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
