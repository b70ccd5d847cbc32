import Reduction
import ReductionTesting
import Testing

/// The tests of a feature as in an app.
@Suite("A counter feature")
struct CounterTests {
  func store(count: Int = 0, step: Int = 1) -> TestStore<CounterState, CounterAction, CounterReducerEnvironment> {
    TestStore(
      CounterState(count: count), reducer: counter, environment: SendRouteEnvironment(CounterEnvironment(step: step)),
      report: record)
  }

  @Test("The counter changes by the step of the environment")
  func counts() {
    let store = store(step: 2)
    store.send(.increment) { $0.count = 2 }
    store.send(.increment) { $0.count = 4 }
    store.send(.decrement) { $0.count = 2 }
    store.finish()
  }

  @Test("A decrement below zero is refused")
  func refuses() {
    let store = store()
    store.send(.decrement)
    let refusal = store.expectRefusal(code: "count-too-low")
    #expect(refusal?.kind == .state)
    #expect(refusal?.detail == "The count is 0, the step 1. Increment first.")
    store.finish()
  }

  @Test("The action `push` sends a route with the count and keeps the state")
  func pushes() {
    let store = store(count: 7)
    store.send(.push)
    store.expectOutput(CounterRoute.push(count: 7))
    store.finish()
  }
}
