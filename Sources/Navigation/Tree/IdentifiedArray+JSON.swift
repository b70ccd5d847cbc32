import JSON
import Reduction

/// Converts to and from a JSON array in the same order.
extension IdentifiedArray: JSONConvertible where Element: JSONConvertible {
  /// Creates an array from a JSON array.
  ///
  /// - Throws: `JSONMismatch` when the value is not an array of elements, or two elements have the same id.
  public init(json: JSONValue) throws {
    let elements = try [Element](json: json)
    guard Set(elements.map(\.id)).count == elements.count else {
      throw JSONMismatch(expected: "an array of elements with different ids", found: json)
    }
    self.init(uniqueElements: elements)
  }

  /// The elements in order.
  public var json: JSONValue { .array(map(\.json)) }
}
