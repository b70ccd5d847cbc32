import Reduction

struct Todo: Equatable, Sendable, Identifiable {
  let id: Int
  var text = ""
  var isDone = false
}

enum TodoAction: Equatable, Sendable {
  case toggle
  case delete
  /// Changes the text and then refuses.
  case spoil
  case remindLater
}

struct Todos: Equatable, Sendable {
  var items: IdentifiedArray<Todo> = []
  var open = 0
}

enum TodosAction: Equatable, Sendable {
  case item(id: Int, action: TodoAction)
  case clear
}

extension CasePath<TodosAction, (id: Int, action: TodoAction)> {
  static let item = CasePath(
    embed: { TodosAction.item(id: $0.id, action: $0.action) },
    extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
}

let todo = Reducer<Todo, TodoAction, Void> { todo, action, _ throws(Refusal) in
  switch action {
  case .toggle: todo.isDone.toggle()
  case .delete: break  // The list removes the todo.
  case .remindLater: return .after(id: EffectID("remind \(todo.id)"), .seconds(60), .toggle)
  case .spoil:
    todo.text = "spoilt"
    throw Step.refusal
  }
  return .none
}

let todos = Reducer<Todos, TodosAction, Void> { list, action, _ in
  switch action {
  case .clear: list.items = []
  case .item(let id, .delete): list.items.remove(id: id)
  case .item: break
  }
  list.open = list.items.count { !$0.isDone }
  return .none
}.forEach(\.items, action: .item, environment: { $0 }, element: todo)
