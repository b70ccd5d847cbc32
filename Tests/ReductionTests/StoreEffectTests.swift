import Reduction
import ReductionTesting
import Testing

@Suite("Delayed effects and messages of a store")
struct StoreEffectTests {
  let scheduler = ManualScheduler()
  let store: Store<[Int], Step>

  init() {
    store = Store(initialState: [], reducer: steps, scheduler: scheduler)
  }

  @Test("A delayed action is taken once, when its delay has passed")
  func after() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    scheduler.advance(by: .milliseconds(999))
    #expect(store.state == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(store.state == [0, 1])
    scheduler.advance(by: .seconds(9))
    #expect(store.state == [0, 1])
  }

  @Test("A cancelled delayed action is not taken")
  func cancel() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.cancel("a"))
    #expect(scheduler.pendingCount == 0)
    scheduler.advance(by: .seconds(2))
    #expect(store.state == [])
  }

  @Test("Cancelling an unknown id does nothing and leaves other effects pending")
  func cancelOther() throws {
    try store.send(.later("a", .seconds(1), []))
    try store.send(.cancel("b"))
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [0])
  }

  @Test("A delayed effect replaces the pending effect with the same id")
  func replace() throws {
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.later("a", .seconds(3), [.add(2)]))
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(2))
    #expect(store.state == [])
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [0, 2])
  }

  @Test("A firing of a cancelled effect does nothing, also when another effect has its id")
  func cancelledWhileFiring() throws {
    let deaf = DeafScheduler()
    let store = Store(initialState: [], reducer: steps, scheduler: deaf)
    try store.send(.later("a", .seconds(1), [.add(1)]))
    try store.send(.cancel("a"))
    try store.send(.later("a", .seconds(1), [.add(2)]))
    deaf.scheduled.entries[0]()
    #expect(store.state == [])
    deaf.scheduled.entries[1]()
    deaf.scheduled.entries[1]()
    #expect(store.state == [0, 2])
  }

  /// A scheduler whose effects can fire after their cancellation and more than once.
  final class DeafScheduler: EffectScheduler {
    let scheduled = Log<@Sendable () -> Void>()

    func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
      scheduled.append(fire)
      return Cancellable {}
    }
  }

  @Test("A scheduler can read the store while it cancels an effect")
  func cancelsOutsideTheLock() throws {
    final class Asking: EffectScheduler {
      let store = Later<Store<[Int], Step>>()
      let seen = Log<[Int]>()

      func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
        Cancellable { [store, seen] in seen.append(store.value?.state ?? [-1]) }
      }
    }
    let asking = Asking()
    let store = Store(initialState: [7], reducer: steps, scheduler: asking)
    asking.store.value = store
    try store.send(.later("a", .seconds(1), []))
    try store.send(.later("a", .seconds(2), []))
    try store.send(.cancel("a"))
    #expect(asking.seen.entries == [[7], [7]])
    asking.store.value = nil
  }

  @Test("A scheduler can fire an effect before `schedule` returns")
  func firesAtOnce() throws {
    struct Eager: EffectScheduler {
      func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> Cancellable {
        fire()
        return Cancellable {}
      }
    }
    let store = Store(initialState: [], reducer: steps, scheduler: Eager())
    try store.send(.later("a", .seconds(1), [.later("a", .seconds(1), [])]))
    #expect(store.state == [0, 0])
  }

  @Test("Effects with different delays fire in the order of their due times")
  func order() throws {
    try store.send(.later("a", .seconds(2), [.add(2)]))
    try store.send(.later("b", .seconds(1), [.add(1)]))
    scheduler.advance(by: .seconds(5))
    #expect(store.state == [0, 1, 0, 2])
  }

  @Test("A refused delayed action changes nothing and is passed to `onRefusal`")
  func refused() throws {
    let refusals = Log<Refusal>()
    let store = Store(initialState: [], reducer: steps, scheduler: scheduler) { action, refusal in
      #expect(action == .chain(0, [.addAndRefuse(1)]))
      refusals.append(refusal)
    }
    try store.send(.later("a", .seconds(1), [.addAndRefuse(1)]))
    scheduler.advance(by: .seconds(1))
    #expect(store.state == [])
    #expect(refusals.entries == [Step.refusal])
  }

  @Test("A refusal that is thrown to the sender is not passed to `onRefusal`")
  func thrownOnly() {
    let refusals = Log<Refusal>()
    let store = Store(initialState: [], reducer: steps) { refusals.append($1) }
    #expect(throws: Step.refusal) { try store.send(.addAndRefuse(1)) }
    #expect(refusals.entries == [])
  }

  @Test("Delayed effects of a refused action are not scheduled")
  func refusedEffect() {
    #expect(throws: Step.refusal) {
      try store.send(.chain(0, [.later("a", .seconds(1), []), .addAndRefuse(1)]))
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test("Releasing a store cancels its pending effects")
  func storeReleased() throws {
    do {
      let store = Store(initialState: [], reducer: steps, scheduler: scheduler)
      try store.send(.later("a", .seconds(1), []))
      #expect(scheduler.pendingCount == 1)
    }
    #expect(scheduler.pendingCount == 0)
  }

  @Test("A store passes messages with their recipients to its sender in order")
  func messages() throws {
    let mail = Mail()
    let log = Log<String>()
    for name in ["a", "b"] { mail.open(name) { log.append("\(name): \(($0 as? Note)?.text ?? "?")") } }
    let store = Store(initialState: [], reducer: steps, sender: mail)
    try store.send(.chain(0, [.message(to: "b", "one"), .message(to: "a", "two")]))
    #expect(log.entries == ["b: one", "a: two"])
  }

  @Test("A message of a store without a sender stops the process")
  func noSender() async {
    await #expect(processExitsWith: .failure) {
      try Store(initialState: [], reducer: steps).send(.message(to: "a", "lost"))
    }
  }
}
