/// The operators.
enum Arithmetic {
  static func apply(
    _ operation: BinaryOperator, _ left: CELValue, _ right: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    switch operation {
    case .equal: return .bool(try CELValue.areEqual(left, right, &budget))
    case .notEqual: return .bool(try !CELValue.areEqual(left, right, &budget))
    case .less: return .bool(try CELValue.order(left, right, "<", &budget) == .ascending)
    case .greater: return .bool(try CELValue.order(left, right, ">", &budget) == .descending)
    case .lessOrEqual:
      let order = try CELValue.order(left, right, "<=", &budget)
      return .bool(order == .ascending || order == .same)
    case .greaterOrEqual:
      let order = try CELValue.order(left, right, ">=", &budget)
      return .bool(order == .descending || order == .same)
    case .in: return .bool(try contains(right, left, &budget))
    case .add: return try add(left, right, &budget)
    case .subtract: return try subtract(left, right)
    case .multiply, .divide, .modulo: return try scale(operation, left, right)
    }
  }

  static func not(_ operand: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    try budget.spend()
    if case .bool(let value) = operand { return .bool(!value) }
    throw EvaluationError(.noSuchOverload(function: "!", kinds: [operand.kind]))
  }

  static func negate(_ operand: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    try budget.spend()
    switch operand {
    case .int(let value):
      // `-value` would trap for Int64.min.
      let (result, isOver) = (0 as Int64).subtractingReportingOverflow(value)
      if isOver { throw EvaluationError(.overflow) }
      return .int(result)
    case .double(let value): return .double(-value)
    default: throw EvaluationError(.noSuchOverload(function: "-", kinds: [operand.kind]))
    }
  }

  private static func contains(
    _ container: CELValue, _ value: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    switch container {
    case .list(let list):
      for index in 0..<list.count {
        try budget.spend()
        if try CELValue.areEqual(list[index], value, &budget) { return true }
      }
      return false
    case .map(let map):
      guard let key = CELKey(value) else {
        // A fraction equals no key, so it is absent; other kinds are errors.
        guard value.kind == .double else { throw EvaluationError(.badKey(value.kind)) }
        return false
      }
      try budget.spend(key)
      return map[key] != nil
    default: throw EvaluationError(.noSuchOverload(function: "in", kinds: [value.kind, container.kind]))
    }
  }
}

extension Arithmetic {
  private static func add(
    _ left: CELValue, _ right: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try checked(left.addingReportingOverflow(right)))
    case (.double(let left), .double(let right)): return .double(left + right)
    case (.string(let left), .string(let right)):
      try budget.spend(bytes: left.utf8.count + right.utf8.count)
      return .string(left + right)
    case (.list(let left), .list(let right)):
      try budget.spend(elements: left.count + right.count)
      return .list(left.values + right.values)
    case (.timestamp(let time), .duration(let duration)), (.duration(let duration), .timestamp(let time)):
      return .timestamp(try inRange(time.adding(duration)))
    case (.duration(let left), .duration(let right)):
      return .duration(try inRange(left.nanoseconds.addingReportingOverflow(right.nanoseconds)))
    default: throw EvaluationError(.noSuchOverload(function: "+", kinds: [left.kind, right.kind]))
    }
  }

  private static func subtract(_ left: CELValue, _ right: CELValue) throws(EvaluationError) -> CELValue {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try checked(left.subtractingReportingOverflow(right)))
    case (.double(let left), .double(let right)): return .double(left - right)
    case (.timestamp(let left), .timestamp(let right)):
      guard let duration = left.since(right) else { throw EvaluationError(.outOfRange("the duration")) }
      return .duration(duration)
    case (.timestamp(let time), .duration(let duration)): return .timestamp(try inRange(time.subtracting(duration)))
    case (.duration(let left), .duration(let right)):
      return .duration(try inRange(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)))
    default: throw EvaluationError(.noSuchOverload(function: "-", kinds: [left.kind, right.kind]))
    }
  }

  private static func scale(
    _ operation: BinaryOperator, _ left: CELValue, _ right: CELValue
  ) throws(EvaluationError) -> CELValue {
    switch (left, right, operation) {
    case (.int(let left), .int(let right), .multiply):
      return .int(try checked(left.multipliedReportingOverflow(by: right)))
    case (.int(_), .int(0), _): throw EvaluationError(.divisionByZero)
    // Int64.min by -1 overflows in both operations, and would trap.
    case (.int(let left), .int(let right), .divide): return .int(try checked(left.dividedReportingOverflow(by: right)))
    case (.int(let left), .int(let right), _):
      return .int(try checked(left.remainderReportingOverflow(dividingBy: right)))
    case (.double(let left), .double(let right), .multiply): return .double(left * right)
    case (.double(let left), .double(let right), .divide): return .double(left / right)
    default: throw EvaluationError(.noSuchOverload(function: operation.rawValue, kinds: [left.kind, right.kind]))
    }
  }

  private static func checked(_ result: (partialValue: Int64, overflow: Bool)) throws(EvaluationError) -> Int64 {
    if result.overflow { throw EvaluationError(.overflow) }
    return result.partialValue
  }

  private static func inRange(_ time: CELTimestamp?) throws(EvaluationError) -> CELTimestamp {
    guard let time else { throw EvaluationError(.outOfRange("the timestamp")) }
    return time
  }

  private static func inRange(_ sum: (partialValue: Int64, overflow: Bool)) throws(EvaluationError) -> CELDuration {
    if sum.overflow { throw EvaluationError(.outOfRange("the duration")) }
    return CELDuration(nanoseconds: sum.partialValue)
  }
}
