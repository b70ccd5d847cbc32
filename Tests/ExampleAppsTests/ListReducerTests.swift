import ExampleApps
import Navigation
import ReductionTesting
import Testing

@Suite("The reducer of the list")
struct ListReducerTests {
  private func store(selection: ListRow.ID? = nil) -> TestStore<ListState, ListAction, ListScreen.Environment> {
    TestStore(
      ListState(selection: selection), reducer: ListScreen.reducer, environment: ListScreen.Environment(),
      report: record)
  }

  private func closed(by route: String = "counter", row: String = "r2", _ state: RowCountState?) -> ListAction {
    .closed(ScreenClosed(Screen(id: "a2", route: route, params: ["row": .string(row)], state: state.json)))
  }

  @Test("Selecting a row sends a route that opens it with its count", arguments: [("r1", 1), ("r2", 42), ("r3", 100)])
  func opens(row: String, count: Int) {
    let store = store()
    store.send(.setNavigation(selection: row)) { $0.selection = row }
    store.expectOutput(ListRoute.open(row: row, count: count))
    store.finish()
  }

  @Test("Deselecting without a selection changes nothing")
  func nothing() {
    let store = store()
    store.send(.setNavigation(selection: nil))
    store.finish()
  }

  @Test("Selecting an absent row is refused with a list of the rows")
  func noSuchRow() {
    let store = store()
    store.send(.setNavigation(selection: "r4"))
    let refusal = store.expectRefusal(code: "no-such-row")
    #expect(refusal?.kind == .state)
    #expect(refusal?.detail.contains("\"r1\", \"r2\", \"r3\"") == true)
    store.finish()
  }

  @Test("Selecting a row while a row is open goes back first and then opens the row", arguments: ["r1", "r2"])
  func other(row: String) {
    let store = store(selection: "r2")
    store.send(.setNavigation(selection: row)) { $0.selection = nil }
    store.expectOutput(ListRoute.back)
    store.receive(.setNavigation(selection: row)) { $0.selection = row }
    store.expectOutput(ListRoute.open(row: row, count: row == "r1" ? 1 : 42))
    store.finish()
  }

  @Test("Selecting an absent row leaves the open row open")
  func otherNotThere() {
    let store = store(selection: "r2")
    store.send(.setNavigation(selection: "r4")) { $0.selection = nil }
    store.expectOutput(ListRoute.back)
    store.receive(.setNavigation(selection: "r4"))
    store.expectRefusal(code: "no-such-row")
    #expect(store.state == ListState(selection: "r2"))
    store.finish()
  }

  @Test("Deselecting goes back from the open row")
  func back() {
    let store = store(selection: "r2")
    store.send(.setNavigation(selection: nil)) { $0.selection = nil }
    store.expectOutput(ListRoute.back)
    store.receive(.setNavigation(selection: nil))
    store.finish()
  }

  @Test("The count of a closed screen is written into its row")
  func writes() {
    let store = store(selection: "r2")
    store.send(closed(RowCountState(count: 7))) {
      $0.selection = nil
      $0.rows[id: "r2"]?.count = 7
    }
    store.finish()
  }

  @Test("A screen that is closed before its count is loaded leaves its row unchanged")
  func notLoaded() {
    let store = store(selection: "r2")
    store.send(closed(nil)) { $0.selection = nil }
    store.finish()
  }

  @Test("A closed screen of an absent row or of another route changes no row")
  func noMatter() {
    let store = store(selection: "r2")
    store.send(closed(by: "list", RowCountState(count: 7)))
    store.send(closed(row: "r4", RowCountState(count: 7))) { $0.selection = nil }
    store.finish()
  }
}

@Suite("The reducer of the counter screen of a row")
struct RowCountReducerTests {
  private func store(_ count: Int?) -> TestStore<RowCountState?, RowCountAction, RowCountScreen.Environment> {
    TestStore(
      count.map { RowCountState(count: $0) }, reducer: RowCountScreen.reducer,
      environment: RowCountScreen.Environment(),
      report: record)
  }

  @Test("The count is set one second after the load begins")
  func loads() {
    let store = store(nil)
    store.send(.load(count: 42))
    store.advance(by: .milliseconds(999))
    store.expectDelayed(.loaded(count: 42), id: "load", after: .seconds(1))
    store.advance(by: .milliseconds(1))
    store.receive(.loaded(count: 42)) { $0 = RowCountState(count: 42) }
    store.finish()
  }

  @Test("A second load replaces the first")
  func loadsAgain() {
    let store = store(7)
    store.send(.load(count: 1)) { $0 = nil }
    store.send(.load(count: 2))
    store.expectCancelled("load")
    store.advance(by: .seconds(1))
    store.receive(.loaded(count: 2)) { $0 = RowCountState(count: 2) }
    store.finish()
  }

  @Test("Increment and decrement change the count by one, also below zero")
  func counts() {
    let store = store(0)
    store.send(.step(.decrement)) { $0 = RowCountState(count: -1) }
    store.send(.step(.increment)) { $0 = RowCountState(count: 0) }
    store.finish()
  }

  @Test("Increment and decrement are refused during the load of the count", arguments: RowCountStep.allCases)
  func loading(step: RowCountStep) {
    let store = store(nil)
    store.send(.step(step))
    #expect(store.expectRefusal(code: "loading")?.kind == .state)
    store.finish()
  }

  @Test(
    "A count beyond 64 bits is refused, and the opposite step is accepted",
    arguments: [(Int.max, RowCountStep.increment, RowCountStep.decrement), (Int.min, .decrement, .increment)])
  func ends(count: Int, refused: RowCountStep, taken: RowCountStep) {
    let store = store(count)
    store.send(.step(refused))
    store.expectRefusal(code: "count-overflow")
    store.send(.step(taken)) { $0 = RowCountState(count: count == .max ? .max - 1 : .min + 1) }
    store.finish()
  }

  @Test("Another selection sends a route that leaves the screen, also during the load", arguments: ["r1", nil])
  func leaves(selection: String?) {
    for count in [7, nil] {
      let store = store(count)
      store.send(.setNavigation(selection: selection))
      store.expectOutput(ListRoute.leave(selection: selection))
      store.finish()
    }
  }
}
