import Reduction
import Testing

@Suite("Store.scope")
struct StoreScopeTests {
  let store = Store(initialState: TwoCounters(), reducer: twoCounters, environment: CounterEnvironment())

  @Test("A scoped store reads its part of the current state")
  func state() throws {
    let left = store.scope(state: \.left, action: .left)
    try store.send(.left(.increment))
    #expect(left.state == CounterState(count: 1))
    #expect(store.scope(state: { $0.total * 10 }, action: TwoCountersAction.left).state == 10)
  }

  @Test("A scoped store sends its actions to the whole store")
  func send() throws {
    let right = store.scope(state: \.right, action: .right)
    try right.send(.increment)
    #expect(store.state == TwoCounters(right: CounterState(count: 1), total: 1))
  }

  @Test("A scoped store throws the refusal of the whole store")
  func refusal() {
    let right = store.scope(state: \.right, action: .right)
    let error = #expect(throws: Refusal.self) { try right.send(.decrement) }
    #expect(error?.code == "count-too-low")
  }

  @Test("A subscriber of a scoped store receives the current part and then only changes of the part")
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

  @Test("A scope of a scoped store reads and sends along both paths")
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

  @Test("A scoped store retains the whole store")
  func keeps() throws {
    func part() -> Store<CounterState, CounterAction> {
      Store(initialState: TwoCounters(), reducer: twoCounters, environment: CounterEnvironment())
        .scope(state: \.left, action: .left)
    }
    let left = part()
    try left.send(.increment)
    #expect(left.state.count == 1)
  }
}
