import Reduction

/// A todo with subtodos.
public struct Todo: Identifiable, Equatable, Sendable {
  /// The number of the todo in its list, after the id of its parent: `4`, and in it `4.7`.
  public let id: String
  /// The text of the todo.
  public var description: String
  /// Whether the todo is completed.
  public var isComplete: Bool
  /// The subtodos in order.
  public var subtodos: IdentifiedArray<Todo>

  /// Creates a todo, by default empty.
  public init(id: String, description: String = "", isComplete: Bool = false, subtodos: IdentifiedArray<Todo> = []) {
    self.id = id
    self.description = description
    self.isComplete = isComplete
    self.subtodos = subtodos
  }

  /// The greatest nesting depth of todos, within the depth limit of JSON.
  static let maximumDepth = 16

  var depth: Int { id.utf8.count { $0 == UInt8(ascii: ".") } + 1 }
}

/// The environment of a todo's reducer.
public struct TodoEnvironment: Sendable {
  /// The number for an added todo, which the list has never used before.
  public let newNumber: Int
}

extension Todo {
  /// The reducer of a todo, after that of the subtodo that an action is for. Removes a subtodo when that is deleted.
  static let reducer: Reducer<Todo, TodoAction, TodoEnvironment> = Reducer {
    todo, action, environment throws(Refusal) in
    switch action {
    case .toggleComplete:
      todo.isComplete.toggle()
    case .updateDescription(let text):
      todo.description = text
    case .addSubtodo:
      guard todo.depth < maximumDepth else {
        throw .state("too-deep", "Todos can be nested \(maximumDepth) deep; this one is at that depth.")
      }
      todo.subtodos.append(Todo(id: "\(todo.id).\(environment.newNumber)"))
    case .subtodo(let id, .delete):
      todo.subtodos.remove(id: id)
    case .delete, .subtodo:
      break  // Handled by the parent; handled by the subtodo.
    }
    return .none
  }
  .forEach(\.subtodos, action: .subtodo, environment: { $0 }, otherwise: .todoGone, element: subtodo)

  /// The same reducer, one level below.
  private static let subtodo = Reducer<Todo, TodoAction, TodoEnvironment> {
    todo, action, environment throws(Refusal) in
    try reducer.reduce(&todo, action, environment)
  }
}
