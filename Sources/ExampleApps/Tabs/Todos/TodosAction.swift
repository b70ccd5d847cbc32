import JSON
import Navigation
import Reduction

/// An action of the list.
public enum TodosAction: Equatable, Sendable {
  case updateNewTodoDescription(String)
  case addTodo
  /// Removes the todos at these positions of the list, counted from 0.
  case deleteTodo(offsets: Set<Int>)
  case item(id: Todo.ID, action: TodoAction)

  /// Creates an action for a todo at any depth. Its parents, which the id names, forward it.
  public static func item(at id: Todo.ID, _ action: TodoAction) -> TodosAction {
    // Todos are not nested deeper, so a longer path ends before its last todo.
    let dots = id.indices.lazy.filter { id[$0] == "." }.prefix(Todo.maximumDepth)
    let way = dots.map { String(id[..<$0]) } + [id]
    return .item(id: way[0], action: way.dropFirst().reversed().reduce(action) { .subtodo(id: $1, action: $0) })
  }
}

extension CasePath<TodosAction, (id: Todo.ID, action: TodoAction)> {
  static let item = CasePath(
    embed: { TodosAction.item(id: $0.id, action: $0.action) },
    extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
}

extension TodosAction: ActionConvertible {
  /// Reads the actions of `schemas`.
  public init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    switch action.type {
    case "updateNewTodoDescription":
      self = .updateNewTodoDescription(try fields.require(fields.string("text"), "text"))
      try fields.finish(["text"])
    case "addTodo":
      self = .addTodo
      try fields.finish([])
    case "toggleTodo":
      self = .item(at: try fields.require(fields.string("id"), "id"), .toggleComplete)
      try fields.finish(["id"])
    case "deleteTodo":
      self = .deleteTodo(offsets: try Self.offsets(fields.require(fields.value("offsets"), "offsets")))
      try fields.finish(["offsets"])
    case "item":
      let id = try fields.require(fields.string("id"), "id")
      let own = try fields.require(fields.value("action"), "action")
      try fields.finish(["id", "action"])
      self = .item(at: id, try TodoAction(of: own))
    default:
      return nil
    }
  }

  private static func offsets(_ json: JSONValue) throws(ActionError) -> Set<Int> {
    do {
      return Set(try [Int](json: json))
    } catch {
      throw .invalid("bad-field", "`offsets` must be indices of the list, such as [0, 2]: \(error).", at: "offsets")
    }
  }

  /// The action as JSON.
  public var action: Action {
    switch self {
    case .updateNewTodoDescription(let text):
      return Action("updateNewTodoDescription", ["text": .string(text)])
    case .addTodo:
      return Action("addTodo")
    case .deleteTodo(let offsets):
      return Action("deleteTodo", ["offsets": offsets.sorted().json])
    case .item(let id, let action):
      let (id, own) = action.innermost(id)
      return Action("item", ["id": .string(id), "action": .object(own.fields)])
    }
  }

  static let schemas = [
    ActionSchema("updateNewTodoDescription", ["text": ["type": "string"]]),
    ActionSchema("addTodo"),
    ActionSchema("toggleTodo", ["id": ["type": "string"]]),
    ActionSchema("deleteTodo", ["offsets": ["type": "array", "items": ["type": "integer"]]]),
    ActionSchema("item", ["id": ["type": "string"], "action": TodoAction.schema]),
  ]
}
