import JSON
import Reduction

/// What the list of todos knows.
public struct TodosState: Equatable, Sendable {
  /// What is being written, and becomes a todo by `addTodo`.
  public var newTodoDescription: String
  public var todos: IdentifiedArray<Todo>
  /// The highest number that was given to a todo. None is given twice, also when its todo is deleted.
  public var lastNumber: Int

  public init(newTodoDescription: String = "", todos: IdentifiedArray<Todo> = [], lastNumber: Int = 0) {
    self.newTodoDescription = newTodoDescription
    self.todos = todos
    self.lastNumber = lastNumber
  }

  /// The highest number that a state may begin with, far below where 64 bits end.
  private static let largestNumber = 1_000_000_000_000
}

extension TodosState: JSONConvertible {
  public init(json: JSONValue) throws {
    let members = try JSONObject(json: json)
    newTodoDescription = try members.value("newTodoDescription")
    todos = try members.value("todos")
    let last: Int = try members.value("lastNumber")
    lastNumber = last
    guard members.count == 3, 0...Self.largestNumber ~= last, todos.allSatisfy({ $0.isNumbered(upTo: last) }) else {
      throw JSONMismatch(
        expected: "`newTodoDescription`, `todos` and `lastNumber`, the highest number in the ids of the todos",
        found: json)
    }
  }

  public var json: JSONValue {
    ["newTodoDescription": .string(newTodoDescription), "todos": todos.json, "lastNumber": lastNumber.json]
  }
}
