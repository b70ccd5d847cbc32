import Reduction
import Testing

@Suite("SendRouteEnvironment")
struct SendRouteEnvironmentTests {
  @Test("Sending a route returns an output for any action type")
  func sendRoute() {
    let environment = SendRouteEnvironment<Void, CounterRoute>()
    let forCounter: Effect<CounterAction> = environment.sendRoute(.push(count: 3))
    let forNumbers: Effect<Int> = environment.sendRoute(.push(count: 3))
    #expect(forCounter == .output(CounterRoute.push(count: 3)))
    #expect(forNumbers == .output(CounterRoute.push(count: 3)))
  }

  @Test("The members of the wrapped environment are available by their own names")
  func lookup() {
    let environment = CounterReducerEnvironment(CounterEnvironment(step: 4))
    #expect(environment.step == 4)
    #expect(environment.environment.step == 4)
  }
}
