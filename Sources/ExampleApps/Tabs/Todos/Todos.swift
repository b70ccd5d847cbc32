import Navigation
import Reduction

/// The todos: a list of todos with subtodos.
public enum Todos {
  /// The reducer of the whole list, which numbers the todos.
  public static let reducer = Reducer<TodosState, TodosAction, Void> { state, action, _ throws(Refusal) in
    try list.reduce(&state, action, TodoEnvironment(newNumber: state.lastNumber + 1))
  }

  /// The feature for a route of its own.
  public static let feature = Feature(
    actions: TodosAction.schemas.map(\.type), schemas: TodosAction.schemas, initialState: { _ in TodosState() },
    reducer: reducer, environment: ())

  /// The reducer of the list, after that of the item that an action is for. Removes deleted items.
  private static let list = Reducer<TodosState, TodosAction, TodoEnvironment> {
    state, action, environment throws(Refusal) in
    switch action {
    case .updateNewTodoDescription(let text):
      state.newTodoDescription = text
    case .addTodo:
      guard !state.newTodoDescription.isEmpty else { break }
      state.todos.append(Todo(id: "\(environment.newNumber)", description: state.newTodoDescription))
      state.newTodoDescription = ""
      state.lastNumber = environment.newNumber
    case .deleteTodo(let offsets):
      try delete(offsets, of: &state.todos)
    case .item(let id, .delete):
      state.todos.remove(id: id)
    case .item(_, let action):
      if action.addsSubtodo { state.lastNumber = environment.newNumber }
    }
    return .none
  }
  .forEach(\.todos, action: .item, environment: { $0 }, otherwise: .todoGone, element: Todo.reducer)

  private static func delete(_ offsets: Set<Int>, of todos: inout IdentifiedArray<Todo>) throws(Refusal) {
    if let outside = offsets.sorted().first(where: { !todos.indices.contains($0) }) {
      throw .invalid(
        "bad-offset",
        "There is no todo at index \(outside): the list has \(todos.count), and indices begin at 0. Nothing was deleted."
      )
    }
    let gone = Set(offsets.map { todos[$0].id })
    todos.removeAll { gone.contains($0.id) }
  }
}

extension Refusal {
  static let todoGone = Refusal.state(
    "todo-gone", "No todo has this `id`; it may have been deleted. Read the list again.")
}
