import JSON

/// The type of an expression, as far as it is known before the evaluation.
package indirect enum CELType: Sendable, Equatable {
  /// Any type: it is known only when the expression is evaluated.
  case dynamic
  case null
  case bool
  case int
  case double
  /// An int or a double.
  case number
  case string
  case timestamp
  case duration
  case type
  case list(CELType)
  /// A map with keys of any type and values of one type.
  case map(CELType)
  /// A map with known members.
  ///
  /// - Parameter isOpen: Whether there may be other members, whose types are dynamic.
  case object([String: CELType], isOpen: Bool)

  /// The type of a value of which only its JSON type stays when it changes: numbers stay numbers, the elements of lists
  /// are dynamic, objects may get further members, and what begins as null is dynamic.
  package init(ofInitial value: JSONValue) {
    switch value {
    case .null: self = .dynamic
    case .bool: self = .bool
    case .integer, .number: self = .number
    case .string: self = .string
    case .array, .raw: self = .list(.dynamic)
    case .object(let members):
      self = .object(
        Dictionary(members.map { ($0.name, CELType(ofInitial: $0.value)) }) { _, last in last }, isOpen: true)
    }
  }
}

extension CELType {
  /// The type in messages.
  package var name: String {
    switch self {
    case .dynamic: "dyn"
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .number: "number"
    case .string: "string"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .type: "type"
    case .list(.dynamic): "list"
    case .list(let element): "list(\(element.name))"
    case .map, .object: "map"
    }
  }

  /// Whether a value of the type may have the other type.
  package func mayBe(_ other: CELType) -> Bool {
    switch (self, other) {
    case (.dynamic, _), (_, .dynamic): true
    case (.number, .int), (.number, .double), (.int, .number), (.double, .number): true
    case (.list(let one), .list(let other)): one.mayBe(other)
    case (.map, .map), (.map, .object), (.object, .map), (.object, .object): true
    default: self == other
    }
  }

  /// Whether a value of the type may equal one of the other type. Null may be compared with anything.
  func mayEqual(_ other: CELType) -> Bool {
    self == .null || other == .null || isNumeric && other.isNumeric || mayBe(other)
      || { if case (.list, .list) = (self, other) { true } else { false } }()
  }

  var isNumeric: Bool { self == .int || self == .double || self == .number }

  /// The type of values that have one of two types.
  func joined(with other: CELType) -> CELType {
    if self == other { return self }
    if isNumeric, other.isNumeric { return .number }
    if case (.list, .list) = (self, other) { return .list(.dynamic) }
    return .dynamic
  }

  /// The type of the elements or keys that a macro with one variable visits; nil if the type has none.
  var elementType: CELType? {
    switch self {
    case .dynamic: .dynamic
    case .list(let element): element
    case .object: .string
    case .map: .dynamic
    default: nil
    }
  }

  /// The type of the values of a map; dynamic if they have several.
  var valueType: CELType {
    switch self {
    case .map(let value), .list(let value): value
    default: .dynamic
    }
  }
}
