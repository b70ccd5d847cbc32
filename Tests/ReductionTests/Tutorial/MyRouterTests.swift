import Reduction
import ReductionTesting
import Testing

@Test("A removed screen takes its effects along, and an action for it is refused")
func routing() {
  let store = TestStore(MyRouter(), reducer: MyRouter.reducer, environment: (), report: record)
  store.send(.openFirst) {
    $0.opened = 1
    $0.navigation = NavigationState(stack: [.first(First(id: 1))])
  }
  store.send(.route(id: "first 1", action: .first(.save)))
  store.send(.finish) { $0.navigation = NavigationState() }
  store.expectCancelled("first 1/save")
  store.send(.route(id: "first 1", action: .first(.save)))
  store.expectRefusal(code: "screen-gone")
  store.finish()
}
