import Reduction
import ReductionTesting
import Testing

@Suite("Reducer.forEach")
struct ForEachTests {
  func store() -> TestStore<Todos, TodosAction, Void> {
    TestStore(
      Todos(items: [Todo(id: 1), Todo(id: 2), Todo(id: 3)], open: 3), reducer: todos, environment: (), report: record)
  }

  @Test("an element's action changes that element, and the list sees it changed")
  func element() {
    let store = store()
    store.send(.item(id: 2, action: .toggle)) {
      $0.items[id: 2]?.isDone = true
      $0.open = 2
    }
    store.finish()
  }

  @Test("the list can remove the element that the action was for")
  func delete() {
    let store = store()
    store.send(.item(id: 1, action: .delete)) {
      $0.items = [Todo(id: 2), Todo(id: 3)]
      $0.open = 2
    }
    store.finish()
  }

  @Test("an action for an element that is gone is refused")
  func gone() {
    let store = store()
    store.send(.item(id: 4, action: .toggle))
    #expect(store.expectRefusal(code: "state-absent") == .stateAbsent)
    store.finish()
  }

  @Test("an element's refusal is the list's, and the element is as before")
  func refusal() {
    let store = store()
    store.send(.item(id: 1, action: .spoil))
    store.expectRefusal(code: "refused")
    store.finish()
  }

  @Test("what an element feeds back later comes back to that element")
  func effects() {
    let store = store()
    store.send(.item(id: 3, action: .remindLater))
    store.advance(by: .seconds(60))
    store.receive(.item(id: 3, action: .toggle)) {
      $0.items[id: 3]?.isDone = true
      $0.open = 2
    }
    store.finish()
  }

  @Test("the list's own actions reach no element")
  func ownAction() {
    let store = store()
    store.send(.clear) { $0 = Todos() }
    store.finish()
  }

}
