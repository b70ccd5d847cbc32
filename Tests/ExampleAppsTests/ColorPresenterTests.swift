import ExampleApps
import ReductionTesting
import Testing

@Suite("The presenter of a colored screen")
struct ColorPresenterTests {
  @Test("passes on where the user wants to go, wherever that is", arguments: Color.allCases)
  func passesOn(color: Color) {
    let store = TestStore(
      ColorState(), reducer: ColorPresenter.reducer, environment: ColorPresenter.Environment(), report: record)
    store.send(.transition(to: color))
    store.expectOutput(ColorRoute.transition(to: color))
    store.finish()
  }
}
