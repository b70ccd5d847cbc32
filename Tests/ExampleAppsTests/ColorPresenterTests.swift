import ExampleApps
import ReductionTesting
import Testing

@Suite("The presenter of a colored screen")
struct ColorPresenterTests {
  @Test("The presenter sends a route for every color that the user requests", arguments: Color.allCases)
  func passesOn(color: Color) {
    let store = TestStore(
      ColorState(), reducer: ColorPresenter.reducer, environment: ColorPresenter.Environment(), report: record)
    store.send(.transition(to: color))
    store.expectOutput(ColorRoute.transition(to: color))
    store.finish()
  }
}
