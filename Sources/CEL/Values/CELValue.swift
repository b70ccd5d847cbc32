/// A value of the Common Expression Language.
///
/// Lists and maps that come from JSON keep their JSON storage; their parts are converted when they are read.
///
/// Source: https://github.com/google/cel-spec/blob/master/doc/langdef.md, "Values".
package enum CELValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case list(CELList)
  case map(CELMap)
  case timestamp(CELTimestamp)
  case duration(CELDuration)
  /// The type of a value, as `type(1)` returns it.
  case type(CELKind)
}

/// The kind of a value.
package enum CELKind: String, Sendable, Equatable, CaseIterable {
  case null
  case bool
  case int
  case double
  case string
  case list
  case map
  case timestamp
  case duration
  case type

  /// The name of the type in expressions: `null_type`, `google.protobuf.Timestamp`.
  package var typeName: String {
    switch self {
    case .null: "null_type"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    default: rawValue
    }
  }
}

extension CELValue {
  /// The kind of the value.
  package var kind: CELKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list
    case .map: .map
    case .timestamp: .timestamp
    case .duration: .duration
    case .type: .type
    }
  }

  /// A list of values.
  package static func list(_ values: [CELValue]) -> CELValue { .list(.values(values)) }
}
