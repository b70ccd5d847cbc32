import JSON
import Reduction

/// The state of the list.
public struct TodosState: Equatable, Sendable {
  /// The text of the next todo, which `addTodo` adds.
  public var newTodoDescription: String
  /// The todos in order.
  public var todos: IdentifiedArray<Todo>
  /// The highest assigned number. A number is never assigned twice, even after its todo is deleted.
  public var lastNumber: Int

  /// Creates a list, by default empty.
  public init(newTodoDescription: String = "", todos: IdentifiedArray<Todo> = [], lastNumber: Int = 0) {
    self.newTodoDescription = newTodoDescription
    self.todos = todos
    self.lastNumber = lastNumber
  }

  /// The highest number in a stored or passed state, far below the bound of 64 bits.
  private static let largestNumber = 1_000_000_000_000
}

extension TodosState: JSONConvertible {
  /// Reads `{"newTodoDescription": "…", "todos": […], "lastNumber": n}`.
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

  /// `{"newTodoDescription": "…", "todos": […], "lastNumber": n}`.
  public var json: JSONValue {
    ["newTodoDescription": .string(newTodoDescription), "todos": todos.json, "lastNumber": lastNumber.json]
  }
}
