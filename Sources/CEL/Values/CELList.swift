import JSON

/// The elements of a list.
package enum CELList: Sendable {
  case values([CELValue])
  case json([JSONValue])

  /// The number of elements.
  package var count: Int {
    switch self {
    case .values(let values): values.count
    case .json(let elements): elements.count
    }
  }

  /// The element at a valid index.
  package subscript(index: Int) -> CELValue {
    switch self {
    case .values(let values): values[index]
    case .json(let elements): CELValue(elements[index])
    }
  }

  /// All elements as values.
  package var values: [CELValue] {
    switch self {
    case .values(let values): values
    case .json(let elements): elements.map(CELValue.init)
    }
  }
}
