extension CELValue {
  /// Whether two values are equal. Values of different types are not, except numbers, which are compared by value.
  ///
  /// Takes a step for each compared part.
  static func areEqual(
    _ left: CELValue, _ right: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.int(let left), .double(let right)): return Double(left) == right
    case (.double(let left), .int(let right)): return left == Double(right)
    case (.string(let left), .string(let right)):
      try budget.spend(bytes: min(left.utf8.count, right.utf8.count))
      return left.isIdentical(to: right)
    case (.list(let left), .list(let right)): return try areEqual(left, right, &budget)
    case (.map(let left), .map(let right)): return try areEqual(left, right, &budget)
    case (.timestamp(let left), .timestamp(let right)): return left == right
    case (.duration(let left), .duration(let right)): return left == right
    case (.type(let left), .type(let right)): return left == right
    default: return false
    }
  }

  private static func areEqual(
    _ left: CELList, _ right: CELList, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count {
      try budget.spend()
      if try !areEqual(left[index], right[index], &budget) { return false }
    }
    return true
  }

  private static func areEqual(
    _ left: CELMap, _ right: CELMap, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    guard left.count == right.count else { return false }
    for position in 0..<left.count {
      try budget.spend()
      let entry = left.entry(at: position)
      guard let other = right[entry.key], try areEqual(entry.value, other, &budget) else { return false }
    }
    return true
  }

  /// The order of two values; nil when a NaN is among them.
  ///
  /// - Throws: ``EvaluationError/Reason/noSuchOverload(function:kinds:)`` when they have no order.
  static func order(
    _ left: CELValue, _ right: CELValue, _ name: String, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Ordering? {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): return Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.int(let left), .int(let right)): return Ordering(left, right)
    case (.double(let left), .double(let right)): return Ordering(left, right)
    case (.int(let left), .double(let right)): return Ordering(Double(left), right)
    case (.double(let left), .int(let right)): return Ordering(left, Double(right))
    case (.string(let left), .string(let right)):
      try budget.spend(bytes: min(left.utf8.count, right.utf8.count))
      return Ordering(ofBytes: left, right)
    case (.timestamp(let left), .timestamp(let right)): return Ordering(left, right)
    case (.duration(let left), .duration(let right)): return Ordering(left.nanoseconds, right.nanoseconds)
    default: throw EvaluationError(.noSuchOverload(function: name, kinds: [left.kind, right.kind]))
    }
  }
}

/// The result of a comparison.
enum Ordering {
  case ascending
  case same
  case descending

  /// Compares two values; nil if they are unordered.
  init?<Value: Comparable>(_ left: Value, _ right: Value) {
    if left < right {
      self = .ascending
    } else if left == right {
      self = .same
    } else if left > right {
      self = .descending
    } else {
      return nil
    }
  }

  /// Compares strings by their code points, which in UTF-8 is the order of their bytes.
  init(ofBytes left: String, _ right: String) {
    var (left, right) = (left, right)
    self = left.withUTF8 { left in
      right.withUTF8 { right in
        let shared = min(left.count, right.count)
        for index in 0..<shared where left[index] != right[index] {
          return left[index] < right[index] ? .ascending : .descending
        }
        return left.count == right.count ? .same : left.count < right.count ? .ascending : .descending
      }
    }
  }
}
