import Reduction
import ReductionTesting
import Testing

@Suite("Reducer.forEach")
struct ForEachTests {
  func store() -> TestStore<Todos, TodosAction, Void> {
    TestStore(
      Todos(items: [Todo(id: 1), Todo(id: 2), Todo(id: 3)], open: 3), reducer: todos, environment: (), report: record)
  }

  @Test("An element's action changes that element before the list reduces the action")
  func element() {
    let store = store()
    store.send(.item(id: 2, action: .toggle)) {
      $0.items[id: 2]?.isDone = true
      $0.open = 2
    }
    store.finish()
  }

  @Test("The list can remove the element that an action addresses")
  func delete() {
    let store = store()
    store.send(.item(id: 1, action: .delete)) {
      $0.items = [Todo(id: 2), Todo(id: 3)]
      $0.open = 2
    }
    store.finish()
  }

  @Test("An action for an absent element is refused")
  func gone() {
    let store = store()
    store.send(.item(id: 4, action: .toggle))
    #expect(store.expectRefusal(code: "state-absent") == .stateAbsent)
    store.finish()
  }

  @Test("An element's refusal refuses the list's action and rolls back the element")
  func refusal() {
    let store = store()
    store.send(.item(id: 1, action: .spoil))
    store.expectRefusal(code: "refused")
    store.finish()
  }

  @Test("A delayed action of an element returns to that element")
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

  @Test("The list reduces an action of its own")
  func ownAction() {
    let store = store()
    store.send(.clear) { $0 = Todos() }
    store.finish()
  }

}
