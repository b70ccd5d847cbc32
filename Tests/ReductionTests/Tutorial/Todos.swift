import Reduction

struct TodoItemState: Equatable, Sendable, Identifiable {
  let id: Int
  var description: String
  var isComplete = false
  var subtodos: IdentifiedArray<TodoItemState> = []
}

enum TodoItemAction: Equatable, Sendable {
  case toggleComplete
  case delete
  case addSubtodo
  case updateDescription(String)
}

struct TodoEnvironment: Sendable {
  var newID: @Sendable () -> Int
}

let todoItemReducer = Reducer<TodoItemState, TodoItemAction, TodoEnvironment> { state, action, environment in
  switch action {
  case .toggleComplete:
    state.isComplete.toggle()
  case .delete:
    break  // The list removes the item.
  case .addSubtodo:
    state.subtodos.append(TodoItemState(id: environment.newID(), description: "New subtask"))
  case .updateDescription(let description):
    state.description = description
  }
  return .none
}

struct TodoListState: Equatable, Sendable {
  var todos: IdentifiedArray<TodoItemState> = []
  var newTodoDescription = ""
}

enum TodoListAction: Equatable, Sendable {
  case addTodo
  case deleteTodo(Set<Int>)
  case todoItem(id: Int, action: TodoItemAction)
  case updateNewTodoDescription(String)
}

let todoListReducer = Reducer<TodoListState, TodoListAction, TodoEnvironment> {
  state, action, environment throws(Refusal) in
  switch action {
  case .addTodo:
    guard !state.newTodoDescription.isEmpty else { return .none }
    state.todos.append(TodoItemState(id: environment.newID(), description: state.newTodoDescription))
    state.newTodoDescription = ""
  case .deleteTodo(let offsets):
    if let wrong = offsets.first(where: { !state.todos.indices.contains($0) }) {
      throw .invalid("no-such-offset", "There is no todo at \(wrong); there are \(state.todos.count).")
    }
    for offset in offsets.sorted(by: >) { state.todos.remove(at: offset) }
  case .todoItem(let id, .delete):
    state.todos.remove(id: id)
  case .todoItem:
    break
  case .updateNewTodoDescription(let description):
    state.newTodoDescription = description
  }
  return .none
}
.forEach(\.todos, action: .todoItem, environment: { $0 }, element: todoItemReducer)
