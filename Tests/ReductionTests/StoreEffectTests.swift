import Reduction
import ReductionTesting
import Testing

@Suite("Store effects over time")
struct StoreEffectTests {
  let scheduler = ManualScheduler()
  let store: Store<[Int], Step, Void>

  init() {
    store = Store([], reducer: steps, scheduler: scheduler)
  }

  @Test("a delayed action is taken when its time has come, not before, and once")
  func after() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    scheduler.advance(by: .milliseconds(999))
    #expect(store.state == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(store.state == [0, 1])
    scheduler.advance(by: .seconds(9))
    #expect(store.state == [0, 1])
  }

  @Test("a cancelled delayed action is never taken")
  func cancel() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.cancel("a"))
    #expect(scheduler.pendingCount == 0)
    scheduler.advance(by: .seconds(2))
    #expect(store.state == [])
  }

  @Test("cancelling one id leaves the others, and an unknown id is no fault")
  func cancelOther() throws {
    try store.send(.later("a", .seconds(1), []))
    try store.send(.cancel("b"))
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [0])
  }

  @Test("an effect of the same id takes the place of the one that is pending")
  func replace() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.later("a", .seconds(3), [.add(2)]))
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(2))
    #expect(store.state == [])
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [0, 2])
  }

  @Test("a firing that the scheduler could not stop does nothing, also when another effect took the id")
  func cancelledWhileFiring() throws {
    let deaf = DeafScheduler()
    let store = Store([], reducer: steps, scheduler: deaf)
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.cancel("a"))
    try store.send(.later("a", .seconds(1), [.add(2)]))
    deaf.scheduled.entries[0]()
    #expect(store.state == [])
    deaf.scheduled.entries[1]()
    deaf.scheduled.entries[1]()
    #expect(store.state == [0, 2])
  }

  /// Fires also what was cancelled, and as often as asked.
  final class DeafScheduler: EffectScheduler {
    let scheduled = Log<@Sendable () -> Void>()

    func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
      scheduled.append(fire)
      return Cancellable {}
    }
  }

  @Test("a scheduler may ask the store while it cancels")
  func cancelsOutsideTheLock() throws {
    final class Asking: EffectScheduler {
      let store = Later<Store<[Int], Step, Void>>()
      let seen = Log<[Int]>()

      func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
        Cancellable { [store, seen] in seen.append(store.value?.state ?? [-1]) }
      }
    }
    let asking = Asking()
    let store = Store([7], reducer: steps, scheduler: asking)
    asking.store.value = store
    try store.send(.later("a", .seconds(1), []))
    try store.send(.later("a", .seconds(2), []))
    try store.send(.cancel("a"))
    #expect(asking.seen.entries == [[7], [7]])
    asking.store.value = nil
  }

  @Test("a scheduler may fire before it returns")
  func firesAtOnce() throws {
    struct Eager: EffectScheduler {
      func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
        fire()
        return Cancellable {}
      }
    }
    let store = Store([], reducer: steps, scheduler: Eager())
    try store.send(.later("a", .seconds(1), [.later("a", .seconds(1), [])]))
    #expect(store.state == [0, 0])
  }

  @Test("those due at different times fire in the order of time")
  func order() throws {
    try store.send(.later("a", .seconds(2), [.add(2)]))
    try store.send(.later("b", .seconds(1), [.add(1)]))
    scheduler.advance(by: .seconds(5))
    #expect(store.state == [0, 1, 0, 2])
  }

  @Test("a delayed action that is refused changes nothing and is told to who subscribed to refusals")
  func refused() throws {
    let refusals = Log<Refusal>()
    let subscription = store.subscribeRefusals { _, refusal in refusals.append(refusal) }
    try store.send(.later("a", .seconds(1), [.addAndRefuse(1)]))
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [])
    #expect(refusals.entries == [Step.refusal])
    subscription.cancel()
  }

  @Test("a refusal that is thrown to the sender is not told to others")
  func thrownOnly() {
    let refusals = Log<Refusal>()
    let subscription = store.subscribeRefusals { _, refusal in refusals.append(refusal) }
    #expect(throws: Step.refusal) { try store.send(.addAndRefuse(1)) }
    #expect(refusals.entries == [])
    subscription.cancel()
  }

  @Test("delayed effects of a refused action are not scheduled")
  func refusedEffect() {
    #expect(throws: Step.refusal) {
      try store.send(.chain(0, [.later("a", .seconds(1), []), .addAndRefuse(1)]))
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test("pending effects end with the store")
  func storeReleased() throws {
    do {
      let store = Store([], reducer: steps, scheduler: scheduler)
      try store.send(.later("a", .seconds(1), []))
      #expect(scheduler.pendingCount == 1)
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test("messages go to the sender with their recipient, in order")
  func messages() throws {
    let mail = Mail()
    let log = Log<String>()
    for name in ["a", "b"] { mail.open(name) { log.append("\(name): \(($0 as? Note)?.text ?? "?")") } }
    let store = Store([], reducer: steps, sender: mail)
    try store.send(.chain(0, [.message(to: "b", "one"), .message(to: "a", "two")]))
    #expect(log.entries == ["b: one", "a: two"])
  }

  @Test("without a sender a message is a fault of the program")
  func noSender() async {
    await #expect(processExitsWith: .failure) {
      try Store([], reducer: steps).send(.message(to: "a", "lost"))
    }
  }
}
