import Reduction
import Testing

@Suite("SendRouteEnvironment")
struct SendRouteEnvironmentTests {
  @Test("sending a route is an output, for any reducer's action")
  func sendRoute() {
    let environment = SendRouteEnvironment<Void, CounterRoute>()
    let forCounter: Effect<CounterAction> = environment.sendRoute(.push(count: 3))
    let forNumbers: Effect<Int> = environment.sendRoute(.push(count: 3))
    #expect(forCounter == .output(CounterRoute.push(count: 3)))
    #expect(forNumbers == .output(CounterRoute.push(count: 3)))
  }

  @Test("what the wrapped environment has is there under its own name")
  func lookup() {
    let environment = CounterReducerEnvironment(CounterEnvironment(step: 4))
    #expect(environment.step == 4)
    #expect(environment.environment.step == 4)
  }
}
