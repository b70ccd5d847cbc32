import Reduction
import Testing

@Suite("Store.states and Store.routes")
struct StoreStreamTests {
  @Test("The sequence of states has the state at the call and each new state, and ends with the store")
  func states() async throws {
    var store: Store? = Store(initialState: [], reducer: steps)
    try store?.send(.add(1))
    let states = try #require(store?.states())
    try store?.send(.chain(2, [.output("nothing changes"), .add(3)]))
    store = nil
    #expect(await states.reduce(into: []) { $0.append($1) } == [[1], [1, 2], [1, 2, 3]])
  }

  @Test("Each sequence of routes has every route after the call once and in order, and ends with the store")
  func routes() async throws {
    var store: Store? = Store(initialState: [], reducer: steps)
    try store?.send(.output("before"))
    let sequences = try #require(store.map { [$0.routes(Note.self), $0.routes(Note.self)] })
    try store?.send(.chain(0, [.output("one"), .add(1), .output("two")]))
    store = nil
    for sequence in sequences { #expect(await sequence.reduce(into: []) { $0.append($1) } == ["one", "two"]) }
  }

  @Test("A sequence of a part ends with the last store that refers to the whole")
  func part() async throws {
    var store: Store? = Store(initialState: TwoCounters(), reducer: twoCounters, environment: CounterEnvironment())
    var left = store?.scope(state: \.left, action: .left)
    let counts = try #require(left?.states())
    store = nil
    try left?.send(.increment)
    left = nil
    #expect(await counts.reduce(into: []) { $0.append($1.count) } == [0, 1])
  }

  @Test("A sequence that is released ends its subscription")
  func released() throws {
    let comparisons = Log<String>()
    let store = Store(initialState: Probe(log: comparisons), reducer: Reducer<Probe, Int, Void>.empty)
    do { _ = store.states() }
    try store.send(1)
    #expect(comparisons.entries.isEmpty)
  }

  /// A state that logs each comparison. Only a subscription compares states.
  private struct Probe: Equatable, Sendable {
    let log: Log<String>

    static func == (one: Probe, other: Probe) -> Bool {
      one.log.append("compared")
      return true
    }
  }

  @Test("The iteration of a sequence ends when its task is cancelled")
  func cancelled() async {
    let store = Store(initialState: [], reducer: steps)
    let states = store.states()
    let began = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in states { began.continuation.yield() }
    }
    for await _ in began.stream { break }
    task.cancel()
    await task.value
    #expect(store.state == [])
  }
}
