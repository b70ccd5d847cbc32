import Reduction
import Testing

@Test("Parts of the store read and send")
func parts() throws {
  let appStore = Store(
    initialState: AppState(todo: TodoListState(todos: [TodoItemState(id: 1, description: "Bread")])),
    reducer: appReducer,
    environment: TodoEnvironment(newID: { 2 }))

  let counterStore = appStore.scope(state: \.counter, action: .counter)
  try counterStore.send(.increment)
  #expect(appStore.state.counter.count == 1)

  let todoStore = appStore.scope(state: { $0.todo }, action: AppAction.todo)
  let bread = try #require(todoStore.scope(state: \.todos, id: 1, action: .todoItem))
  try bread.send(.addSubtodo)
  #expect(bread.state.subtodos.map(\.description) == ["New subtask"])

  try bread.send(.delete)
  #expect(todoStore.state.todos.isEmpty)
  #expect(throws: Refusal.stateAbsent) { try bread.send(.toggleComplete) }
}

@MainActor @Test("A view store shows the state at once after its own action")
func views() throws {
  let appStore = Store(initialState: AppState(), reducer: appReducer, environment: TodoEnvironment(newID: { 1 }))
  let viewStore = ViewStore(appStore)
  try viewStore.send(.selectTab(.todo))
  #expect(viewStore.selectedTab == .todo)
}
