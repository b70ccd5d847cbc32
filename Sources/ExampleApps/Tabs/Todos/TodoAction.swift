import JSON
import Navigation
import Reduction

/// An action of a todo.
public indirect enum TodoAction: Equatable, Sendable {
  case toggleComplete
  case updateDescription(String)
  case addSubtodo
  case delete
  /// An action of a subtodo.
  case subtodo(id: Todo.ID, action: TodoAction)

  /// Whether a todo is added, at any depth.
  var addsSubtodo: Bool {
    switch self {
    case .addSubtodo: true
    case .subtodo(_, let action): action.addsSubtodo
    case .toggleComplete, .updateDescription, .delete: false
    }
  }
}

extension CasePath<TodoAction, (id: Todo.ID, action: TodoAction)> {
  static let subtodo = CasePath(
    embed: { TodoAction.subtodo(id: $0.id, action: $0.action) },
    extract: { if case .subtodo(let id, let action) = $0 { (id, action) } else { nil } })
}

extension TodoAction {
  /// Reads the `action` of `item`.
  init(of json: JSONValue) throws(ActionError) {
    do throws(ActionError) {
      try self.init(Action(json: json))
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  private init(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    switch action.type {
    case "toggleComplete": self = .toggleComplete
    case "addSubtodo": self = .addSubtodo
    case "delete": self = .delete
    case "updateDescription":
      self = .updateDescription(try fields.require(fields.string("text"), "text"))
    default:
      let known = Self.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw .invalid("unknown-action", "A todo has no action \"\(action.type)\"; it has \(known).", at: "type")
    }
    try fields.finish(action.type == "updateDescription" ? ["text"] : [])
  }

  /// The todo for which the action finally is, and its action.
  ///
  /// - Parameter id: The todo that receives the action first.
  func innermost(_ id: Todo.ID) -> (id: Todo.ID, action: Action) {
    switch self {
    case .toggleComplete: (id, Action("toggleComplete"))
    case .updateDescription(let text): (id, Action("updateDescription", ["text": .string(text)]))
    case .addSubtodo: (id, Action("addSubtodo"))
    case .delete: (id, Action("delete"))
    case .subtodo(let id, let action): action.innermost(id)
    }
  }

  private static let names = schemas.map(\.type)

  private static let schemas = [
    ActionSchema("toggleComplete"), ActionSchema("updateDescription", ["text": ["type": "string"]]),
    ActionSchema("addSubtodo"), ActionSchema("delete"),
  ]

  /// An action as the `action` of `item`.
  static let schema: JSONValue = ["oneOf": .array(schemas.map { .object($0.json()) })]
}
