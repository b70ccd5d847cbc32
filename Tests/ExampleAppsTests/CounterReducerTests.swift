import ExampleApps
import ReductionTesting
import Testing

@Suite("The reducer of a counter screen")
struct CounterReducerTests {
  private func store(_ count: Int) -> TestStore<CounterState, CounterAction, Counter.Environment> {
    TestStore(
      CounterState(count: count), reducer: Counter.reducer, environment: Counter.Environment(), report: record)
  }

  @Test("Increment and decrement change the count by one, also below zero")
  func counts() {
    let store = store(0)
    store.send(.increment) { $0.count = 1 }
    store.send(.decrement) { $0.count = 0 }
    store.send(.decrement) { $0.count = -1 }
    store.finish()
  }

  @Test("Push sends a route with the count and changes nothing")
  func sendsRoute() {
    let store = store(7)
    store.send(.push)
    store.expectOutput(CounterRoute.push(count: 7))
    store.finish()
  }

  @Test("A count beyond 64 bits is refused, and the opposite action is accepted")
  func ends() {
    let highest = store(.max)
    highest.send(.increment)
    highest.expectRefusal(code: "count-overflow")
    highest.send(.decrement) { $0.count = .max - 1 }
    highest.finish()

    let lowest = store(.min)
    lowest.send(.decrement)
    lowest.expectRefusal(code: "count-overflow")
    lowest.send(.increment) { $0.count = .min + 1 }
    lowest.finish()
  }
}
