import Reduction

/// One todo, and those it is made of.
public struct Todo: Identifiable, Equatable, Sendable {
  /// The number it got in its list, after the id of the todo it is a part of: `4`, and in it `4.7`.
  public let id: String
  public var description: String
  public var isComplete: Bool
  public var subtodos: IdentifiedArray<Todo>

  public init(
    id: String, description: String = "", isComplete: Bool = false, subtodos: IdentifiedArray<Todo> = []
  ) {
    self.id = id
    self.description = description
    self.isComplete = isComplete
    self.subtodos = subtodos
  }

  /// How many todos may lie inside each other, so that a session stays within the depth that JSON may have.
  static let maximumDepth = 16

  var depth: Int { id.utf8.count { $0 == UInt8(ascii: ".") } + 1 }
}

/// What a todo gets from the list it is in.
public struct TodoEnvironment: Sendable {
  /// For a todo that is added: no other of the list ever had it.
  public let newNumber: Int
}

extension Todo {
  /// The logic of one todo: after that of the subtodo that an action is for, which it removes when that is deleted.
  static let reducer: Reducer<Todo, TodoAction, TodoEnvironment> = Reducer {
    todo, action, environment throws(Refusal) in
    switch action {
    case .toggleComplete:
      todo.isComplete.toggle()
    case .updateDescription(let text):
      todo.description = text
    case .addSubtodo:
      guard todo.depth < maximumDepth else {
        throw .state("too-deep", "Todos may lie \(maximumDepth) deep inside each other; this one is the innermost.")
      }
      todo.subtodos.append(Todo(id: "\(todo.id).\(environment.newNumber)"))
    case .subtodo(let id, .delete):
      todo.subtodos.remove(id: id)
    case .delete, .subtodo:
      break  // The affair of what it is a part of; the affair of the subtodo.
    }
    return .none
  }
  .forEach(\.subtodos, action: .subtodo, environment: { $0 }, otherwise: .todoGone, element: subtodo)

  /// The same again, a level below.
  private static let subtodo = Reducer<Todo, TodoAction, TodoEnvironment> {
    todo, action, environment throws(Refusal) in
    try reducer.reduce(&todo, action, environment)
  }
}
