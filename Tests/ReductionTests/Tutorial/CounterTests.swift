import ReductionTesting
import Testing

@Test("A push sends the count as a route")
func push() {
  let store = TestStore(Counter.State(), reducer: Counter.reducer, environment: .init(), report: record)
  store.send(.increment) { $0.count = 1 }
  store.send(.push)
  store.expectOutput(Counter.Route.push(count: 1))
  store.finish()
}
