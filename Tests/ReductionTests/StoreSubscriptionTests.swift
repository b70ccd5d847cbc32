import Reduction
import Testing

@Suite("Store subscriptions")
struct StoreSubscriptionTests {
  let store = Store(initialState: [], reducer: steps)

  @Test("A subscriber receives the current state and then every change in order")
  func changes() throws {
    try store.send(.add(1))
    let states = Log<[Int]>()
    let subscription = store.subscribe { states.append($0) }
    #expect(states.entries == [[1]])
    try store.send(.chain(2, [.add(3)]))
    #expect(states.entries == [[1], [1, 2], [1, 2, 3]])
    subscription.cancel()
  }

  @Test("A subscriber is not called when the state stays equal")
  func noChange() throws {
    let states = Log<[Int]>()
    let subscription = store.subscribe { states.append($0) }
    try store.send(.output("nothing changes"))
    #expect(states.entries == [[]])
    subscription.cancel()
  }

  @Test("A cancelled subscription is not called again, also after a second cancellation")
  func cancelled() throws {
    let states = Log<[Int]>()
    let subscription = store.subscribe { states.append($0) }
    subscription.cancel()
    subscription.cancel()
    try store.send(.add(1))
    #expect(states.entries == [[]])
  }

  @Test("A released subscription is not called again")
  func released() throws {
    let states = Log<[Int]>()
    var subscription: Cancellable? = store.subscribe { states.append($0) }
    try store.send(.add(1))
    withExtendedLifetime(subscription) {}
    subscription = nil
    try store.send(.add(2))
    #expect(states.entries == [[], [1]])
  }

  @Test("Cancelling one subscription leaves the others active")
  func others() throws {
    let states = Log<[Int]>()
    let one = store.subscribe { _ in }
    let other = store.subscribe { states.append($0) }
    one.cancel()
    try store.send(.add(1))
    #expect(states.entries == [[], [1]])
    other.cancel()
  }

  @Test("A subscription that is cancelled while a change is delivered does not receive the change")
  func cancelOther() throws {
    let states = Log<[Int]>()
    let later = Later<Cancellable>()
    let one = store.subscribe { if $0 == [1] { later.value?.cancel() } }
    later.value = store.subscribe { states.append($0) }
    try store.send(.add(1))
    #expect(states.entries == [[]])
    one.cancel()
  }

  @Test("A subscriber that cancels itself is not called again")
  func cancelSelf() throws {
    let states = Log<[Int]>()
    let itself = Later<Cancellable>()
    itself.value = store.subscribe {
      states.append($0)
      if $0 == [1] { itself.value?.cancel() }
    }
    try store.send(.chain(1, [.add(2)]))
    #expect(states.entries == [[], [1]])
  }

  @Test("A subscriber added in a callback receives later changes")
  func subscribeInside() throws {
    let states = Log<[Int]>()
    let inner = Later<Cancellable>()
    let outer = store.subscribe { [store] state in
      if state == [1] { inner.value = store.subscribe { states.append($0) } }
    }
    try store.send(.chain(1, [.add(2)]))
    #expect(states.entries == [[1, 2]])
    try store.send(.add(3))
    #expect(states.entries == [[1, 2], [1, 2, 3]])
    outer.cancel()
  }

  @Test("A subscription does not retain the store")
  func noCycle() {
    weak var released: Store<[Int], Step>?
    var subscription: Cancellable?
    do {
      let store = Store(initialState: [], reducer: steps)
      released = store
      subscription = store.subscribe { _ in }
    }
    #expect(released == nil)
    subscription?.cancel()
  }

  @Test("A cancelled subscription releases its callback, also before the first call")
  func releasesCallback() {
    let released = Log<String>()
    let early = Later<Cancellable>()
    let kept: [Cancellable]
    do {
      let held = Cancellable { released.append("first") }
      let heldEarly = Cancellable { released.append("early") }
      let subscription = store.subscribe { [store] _ in
        withExtendedLifetime(held) {}
        guard early.value == nil else { return }
        early.value = store.subscribe { _ in withExtendedLifetime(heldEarly) {} }
        early.value?.cancel()
      }
      subscription.cancel()
      kept = [subscription]
    }
    early.value = nil
    #expect(released.entries.sorted() == ["early", "first"])
    withExtendedLifetime(kept) {}
  }
}
