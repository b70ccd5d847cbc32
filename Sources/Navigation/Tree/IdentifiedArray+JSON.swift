import JSON
import Reduction

/// As an array, whose order it keeps.
extension IdentifiedArray: JSONConvertible where Element: JSONConvertible {
  /// - Throws: `JSONMismatch` also when two elements have the same id.
  public init(json: JSONValue) throws {
    let elements = try [Element](json: json)
    guard Set(elements.map(\.id)).count == elements.count else {
      throw JSONMismatch(expected: "an array of elements with different ids", found: json)
    }
    self.init(uniqueElements: elements)
  }

  public var json: JSONValue { .array(map(\.json)) }
}
