import Reduction
import Testing

@Suite("RouteStore")
struct RouteStoreTests {
  private enum Route: Output { case push(count: Int) }

  private let store = RouteStore(
    state: CounterState(),
    reducer: Reducer<CounterState, CounterAction, SendRouteEnvironment<Void, Route>> { state, action, environment in
      switch action {
      case .increment: state.count += 1
      case .decrement: state.count -= 1
      case .push: return environment.sendRoute(.push(count: state.count))
      }
      return .none
    },
    routeType: Route.self)

  @Test("A subscriber of a route store needs no type, and receives the routes once and in order")
  func subscribe() throws {
    let counts = Log<Int>()
    let subscription = store.subscribeRoutes { route in
      switch route {
      case .push(let count): counts.append(count)
      }
    }
    try store.send(.push)
    try store.send(.increment)
    try store.send(.push)
    #expect(counts.entries == [0, 1])
    subscription.cancel()
  }

  @Test("The sequence of a route store has its routes")
  func sequence() async throws {
    let routes = store.routes()
    try store.send(.increment)
    try store.send(.push)
    var iterator = routes.makeAsyncIterator()
    #expect(await iterator.next() == .push(count: 1))
  }

  @Test("A route store is a store: it has parts, and can be used where a store is expected")
  func isStore() throws {
    let plain: Store<CounterState, CounterAction> = store
    try plain.scope(state: \.count, action: .self).send(.increment)
    #expect(store.state.count == 1)
  }
}
