import ExampleApps
import Reduction
import Synchronization
import Testing

@Suite("The reducer of the app tabs in a store")
struct TabsStoreTests {
  private let store = Store(initialState: TabsState(), reducer: Tabs.reducer)

  @Test("A scoped store reads the state of its feature and sends its actions to the whole store")
  func scopes() throws {
    let counter = store.scope(state: \.counter, action: TabsAction.counter)
    let settings = store.scope(state: \.settings, action: TabsAction.settings)
    try settings.send(.set(step: 3))
    try counter.send(.increment)
    #expect(counter.state == CountState(count: 3))
    #expect(store.state == TabsState(counter: CountState(count: 3), settings: SettingsState(step: 3)))
  }

  @Test("A nested todo is a scope of a scope of a scope of the store")
  func todo() throws {
    let todos = store.scope(state: \.todos, action: TabsAction.todos)
    try todos.send(.updateNewTodoDescription("Bread"))
    try todos.send(.addTodo)
    try todos.send(.item(at: "1", .addSubtodo))
    let bread = todos.scope(state: { $0.todos[id: "1"] }, action: { TodosAction.item(id: "1", action: $0) })
    let flour = bread.scope(
      state: { $0?.subtodos[id: "1.2"] }, action: { TodoAction.subtodo(id: "1.2", action: $0) })
    try flour.send(.updateDescription("Flour"))
    #expect(flour.state == Todo(id: "1.2", description: "Flour"))
    try bread.send(.toggleComplete)
    #expect(bread.state?.isComplete == true)
    #expect(flour.state?.isComplete == false)
    try flour.send(.delete)
    #expect(flour.state == nil)
    #expect(throws: Refusal.self) { try flour.send(.toggleComplete) }
  }

  @Test("A subscriber of a scoped store is notified only when its part changes")
  func subscribes() throws {
    let counts = Mutex<[Int]>([])
    let subscription = store.scope(state: \.counter, action: TabsAction.counter).subscribe { counter in
      counts.withLock { $0.append(counter.count) }
    }
    try store.send(.counter(.increment))
    try store.send(.settings(.set(step: 10)))
    try store.send(.todos(.updateNewTodoDescription("x")))
    try store.send(.counter(.increment))
    #expect(counts.withLock { $0 } == [0, 1, 11])
    subscription.cancel()
  }
}
