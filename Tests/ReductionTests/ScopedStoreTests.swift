import Reduction
import Testing

@Suite("Store.scope")
struct ScopedStoreTests {
  let store = Store(TwoCounters(), reducer: twoCounters, environment: CounterEnvironment())

  @Test("reads the part of the whole's present state")
  func state() throws {
    let left = store.scope(state: \.left, action: .left)
    try store.send(.left(.increment))
    #expect(left.state == CounterState(count: 1))
    #expect(store.scope(state: { $0.total * 10 }, action: TwoCountersAction.left).state == 10)
  }

  @Test("its actions go to the whole")
  func send() throws {
    let right = store.scope(state: \.right, action: .right)
    try right.send(.increment)
    #expect(store.state == TwoCounters(right: CounterState(count: 1), total: 1))
  }

  @Test("the whole's refusal is its own")
  func refusal() {
    let right = store.scope(state: \.right, action: .right)
    let error = #expect(throws: Refusal.self) { try right.send(.decrement) }
    #expect(error?.code == "count-too-low")
  }

  @Test("a subscriber is called with the present part, and then only when the part differs")
  func subscribe() throws {
    let counts = Log<Int>()
    let subscription = store.scope(state: \.left, action: .left).subscribe { counts.append($0.count) }
    try store.send(.right(.increment))
    try store.send(.left(.increment))
    try store.send(.right(.decrement))
    try store.send(.left(.decrement))
    #expect(counts.entries == [0, 1, 0])
    subscription.cancel()
    try store.send(.left(.increment))
    #expect(counts.entries == [0, 1, 0])
  }

  @Test("a part of a part is the part along both ways")
  func nested() throws {
    let count = store.scope(state: \.left, action: .left).scope(state: \.count, action: .self)
    let counts = Log<Int>()
    let subscription = count.subscribe { counts.append($0) }
    try count.send(.increment)
    #expect(count.state == 1)
    #expect(store.state.left.count == 1)
    #expect(counts.entries == [0, 1])
    subscription.cancel()
  }

  @Test("keeps the whole store")
  func keeps() throws {
    func part() -> ScopedStore<CounterState, CounterAction> {
      Store(TwoCounters(), reducer: twoCounters, environment: CounterEnvironment()).scope(state: \.left, action: .left)
    }
    let left = part()
    try left.send(.increment)
    #expect(left.state.count == 1)
  }
}
