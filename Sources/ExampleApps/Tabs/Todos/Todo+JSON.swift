import JSON
import Reduction

extension Todo: JSONConvertible {
  /// Reads `{"id": "…", "description": "…", "isComplete": bool, "subtodos": […]}`.
  public init(json: JSONValue) throws {
    let members = try JSONObject(json: json)
    guard members.count == 4 else {
      throw JSONMismatch(
        expected: "a todo with `id`, `description`, `isComplete`, `subtodos` and nothing else", found: json)
    }
    id = try members.value("id")
    description = try members.value("description")
    isComplete = try members.value("isComplete")
    subtodos = try members.value("subtodos")
  }

  /// `{"id": "…", "description": "…", "isComplete": bool, "subtodos": […]}`.
  public var json: JSONValue {
    [
      "id": .string(id), "description": .string(description), "isComplete": .bool(isComplete),
      "subtodos": subtodos.json,
    ]
  }

  /// Whether its id and those of its subtodos consist of assigned numbers and state their places.
  ///
  /// - Parameters:
  ///   - parent: The id of the parent todo; empty in the list itself.
  ///   - last: The highest assigned number.
  func isNumbered(in parent: ID = "", upTo last: Int) -> Bool {
    let prefix = parent.isEmpty ? "" : "\(parent)."
    guard id.hasPrefix(prefix), depth <= Self.maximumDepth else { return false }
    let rest = id.dropFirst(prefix.count)
    guard let number = Int(rest), rest == String(number), number >= 1, number <= last else { return false }
    return subtodos.allSatisfy { $0.isNumbered(in: id, upTo: last) }
  }
}
