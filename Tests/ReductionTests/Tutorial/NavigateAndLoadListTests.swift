import Reduction
import ReductionTesting
import Testing

@Test("The count loads after a second, and going back writes it into the row")
func navigateAndLoad() {
  let store = TestStore(
    NavigateAndLoadListState(), reducer: navigateAndLoadListReducer, environment: (), report: record)
  store.send(.setNavigation(selection: "b")) { $0.selection = Identified(nil, id: "b") }
  store.send(.counter(.increment))
  store.expectRefusal(code: "state-absent")
  store.advance(by: .seconds(1))
  store.receive(.setNavigationSelectionDelayCompleted) { $0.selection?.value = CounterState(count: 42) }
  store.send(.counter(.increment)) { $0.selection?.value?.count = 43 }
  store.send(.setNavigation(selection: nil)) {
    $0.rows[id: "b"]?.count = 43
    $0.selection = nil
  }
  store.finish()
}
