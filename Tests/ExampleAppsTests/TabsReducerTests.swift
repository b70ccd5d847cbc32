import ExampleApps
import Reduction
import ReductionTesting
import Testing

@Suite("The reducers of the app tabs")
struct TabsReducerTests {
  private func store<State: Equatable & Sendable, Action: Equatable & Sendable>(
    _ state: State, _ reducer: Reducer<State, Action, Void>
  ) -> TestStore<State, Action, Void> {
    TestStore(state, reducer: reducer, environment: ()) { failure in
      let place = failure.location
      Issue.record(
        Comment(rawValue: failure.message),
        sourceLocation: SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
    }
  }

  private func todos(_ todos: IdentifiedArray<Todo>, lastNumber: Int) -> TestStore<TodosState, TodosAction, Void> {
    store(TodosState(todos: todos, lastNumber: lastNumber), Todos.reducer)
  }

  @Test("The counter counts by the step of the settings")
  func step() {
    let store = store(TabsState(), Tabs.reducer)
    store.send(.counter(.increment)) { $0.counter.count = 1 }
    store.send(.settings(.set(step: 5))) { $0.settings.step = 5 }
    store.send(.counter(.increment)) { $0.counter.count = 6 }
    store.send(.counter(.decrement)) { $0.counter.count = 1 }
    store.send(.counter(.decrement)) { $0.counter.count = -4 }
    store.finish()
  }

  @Test("The count can reach the limits of 64 bits and is refused beyond them", arguments: [1, 3])
  func overflow(step: Int) {
    let highest = store(CountingState(counter: CountState(count: .max - step), step: step), Counting.reducer)
    highest.send(.increment) { $0.counter.count = .max }
    highest.send(.increment)
    highest.expectRefusal(code: "count-overflow")
    highest.finish()
    let lowest = store(CountingState(counter: CountState(count: .min + step), step: step), Counting.reducer)
    lowest.send(.decrement) { $0.counter.count = .min }
    lowest.send(.decrement)
    lowest.expectRefusal(code: "count-overflow")
    lowest.finish()
  }

  @Test("The action `set` changes the named settings and keeps the others")
  func settings() {
    let store = store(SettingsState(), Settings.reducer)
    store.send(.set(showCompleted: false)) { $0.showCompleted = false }
    store.send(.set(step: 2, theme: .dark)) { ($0.step, $0.theme) = (2, .dark) }
    store.send(.set())
    store.finish()
  }

  @Test("A new todo has the next number, and adding it clears the input text")
  func add() {
    let store = todos([], lastNumber: 0)
    store.send(.addTodo)
    store.send(.updateNewTodoDescription("Milk")) { $0.newTodoDescription = "Milk" }
    store.send(.addTodo) { $0 = TodosState(todos: [Todo(id: "1", description: "Milk")], lastNumber: 1) }
    store.send(.addTodo)
    store.finish()
  }

  @Test("The number of a deleted todo is not reused")
  func numbers() {
    let store = todos([Todo(id: "1")], lastNumber: 1)
    store.send(.item(at: "1", .addSubtodo)) {
      $0 = TodosState(todos: [Todo(id: "1", subtodos: [Todo(id: "1.2")])], lastNumber: 2)
    }
    store.send(.item(at: "1.2", .delete)) { $0.todos = [Todo(id: "1")] }
    store.send(.deleteTodo(offsets: [0])) { $0.todos = [] }
    store.send(.updateNewTodoDescription("Milk")) { $0.newTodoDescription = "Milk" }
    store.send(.addTodo) { $0 = TodosState(todos: [Todo(id: "3", description: "Milk")], lastNumber: 3) }
    store.finish()
  }

  @Test("Offsets refer to the list before the deletion, and an absent offset deletes nothing")
  func offsets() {
    let store = todos([Todo(id: "1"), Todo(id: "2"), Todo(id: "3")], lastNumber: 3)
    for outside: Set<Int> in [[3], [0, 3], [-1], [.max]] {
      store.send(.deleteTodo(offsets: outside))
      store.expectRefusal(code: "bad-offset")
    }
    store.send(.deleteTodo(offsets: []))
    store.send(.deleteTodo(offsets: [2, 0])) { $0.todos = [Todo(id: "2")] }
    store.send(.deleteTodo(offsets: [1]))
    store.expectRefusal(code: "bad-offset")
    store.finish()
  }

  @Test("A change of a todo leaves all other todos unchanged at any depth", arguments: ["1", "1.2", "1.2.4"])
  func depth(id: String) throws {
    let deep = Todo(
      id: "1", subtodos: [Todo(id: "1.2", subtodos: [Todo(id: "1.2.4"), Todo(id: "1.2.5")]), Todo(id: "1.3")])
    func changed(_ todo: Todo, _ change: (inout Todo) -> Void) -> Todo {
      var todo = todo
      if todo.id == id { change(&todo) }
      todo.subtodos = IdentifiedArray(uniqueElements: todo.subtodos.map { changed($0, change) })
      return todo
    }
    let store = todos([deep, Todo(id: "6")], lastNumber: 6)
    store.send(.item(at: id, .toggleComplete)) { state in
      state.todos[id: "1"] = changed(deep) { $0.isComplete = true }
    }
    store.send(.item(at: id, .toggleComplete)) { $0.todos[id: "1"] = deep }
    store.send(.item(at: id, .updateDescription("x"))) { state in
      state.todos[id: "1"] = changed(deep) { $0.description = "x" }
    }
    store.send(.item(at: id, .updateDescription(""))) { $0.todos[id: "1"] = deep }
    store.send(.item(at: id, .addSubtodo)) { state in
      state.todos[id: "1"] = changed(deep) { $0.subtodos.append(Todo(id: "\(id).7")) }
      state.lastNumber = 7
    }
    store.finish()
  }

  @Test("Deleting a todo also deletes its subtodos")
  func delete() {
    let store = todos([Todo(id: "1", subtodos: [Todo(id: "1.2", subtodos: [Todo(id: "1.2.3")])])], lastNumber: 3)
    store.send(.item(at: "1.2.3", .delete)) { $0.todos = [Todo(id: "1", subtodos: [Todo(id: "1.2")])] }
    store.send(.item(at: "1", .delete)) { $0.todos = [] }
    store.finish()
  }

  @Test(
    "An action for an absent todo is refused",
    arguments: ["", "2", "1.", "1.2", "1.3", "1.3.2", "2.1", ".1", "x", String(repeating: "1.", count: 100_000)])
  func gone(id: String) {
    let store = todos([Todo(id: "1"), Todo(id: "3")], lastNumber: 3)
    for action in [TodoAction.toggleComplete, .updateDescription("x"), .addSubtodo, .delete] {
      store.send(.item(at: id, action))
      store.expectRefusal(code: "todo-gone")
    }
    store.finish()
  }

  @Test("Todos can be nested 16 deep and no deeper")
  func deepest() {
    let store = todos([Todo(id: "1")], lastNumber: 1)
    var id = "1"
    for number in 2...16 {
      let inner = Todo(id: "\(id).\(number)")
      store.send(.item(at: id, .addSubtodo)) { state in
        state.todos = [adding(inner, to: state.todos[0])]
        state.lastNumber = number
      }
      id = inner.id
    }
    store.send(.item(at: id, .addSubtodo))
    store.expectRefusal(code: "too-deep")
    store.send(.item(at: "\(id).17", .toggleComplete))
    store.expectRefusal(code: "todo-gone")
    store.finish()
  }

  private func adding(_ new: Todo, to todo: Todo) -> Todo {
    var todo = todo
    todo.subtodos = todo.subtodos.isEmpty ? [new] : [adding(new, to: todo.subtodos[0])]
    return todo
  }
}
