/// `math.…` over numbers.
enum MathFunctions {
  static let all: [Function] = [
    extreme("math.greatest") { $0 > $1 },
    extreme("math.least") { $0 < $1 },
    rounding("math.ceil", .up),
    rounding("math.floor", .down),
    rounding("math.round", .toNearestOrAwayFromZero),
    rounding("math.trunc", .towardZero),
    .global("math.abs", .init(.int, result: .int), .init(.double, result: .double), body: .one(abs)),
    .global("math.sign", .init(.int, result: .int), .init(.double, result: .double), body: .one(sign)),
    .global("math.sqrt", .init(.number, result: .double), body: .one(sqrt)),
    test("math.isNaN") { $0.isNaN },
    test("math.isInf") { $0.isInfinite },
    test("math.isFinite") { $0.isFinite },
  ]

  private static func extreme(
    _ name: String, _ precedes: @escaping @Sendable (Double, Double) -> Bool
  ) -> Function {
    .global(
      name, .init(.dynamic, result: .number),
      body: .many { arguments, budget throws(EvaluationError) in
        try extreme(arguments, name, precedes, &budget)
      })
  }

  private static func rounding(_ name: String, _ rule: FloatingPointRoundingRule) -> Function {
    ofDouble(name, result: .double) { .double($0.rounded(rule)) }
  }

  private static func test(_ name: String, _ holds: @escaping @Sendable (Double) -> Bool) -> Function {
    ofDouble(name, result: .bool) { .bool(holds($0)) }
  }

  private static func ofDouble(
    _ name: String, result: CELType, _ body: @escaping @Sendable (Double) -> CELValue
  ) -> Function {
    .global(
      name, .init(.double, result: result),
      body: .one { value, _ throws(EvaluationError) in
        guard case .double(let number) = value else { throw .noOverload(name, value) }
        return body(number)
      })
  }

  /// The first of several numbers, or of the numbers of one list, that no other precedes.
  private static func extreme(
    _ arguments: [CELValue], _ name: String, _ precedes: (Double, Double) -> Bool, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    var numbers = CELList.values(arguments)
    if arguments.count == 1, case .list(let list) = arguments[0] { numbers = list }
    guard numbers.count > 0 else { throw .badArgument("\(name) needs at least one number") }
    var best = numbers[0]
    for index in 0..<numbers.count {
      try budget.spend()
      let next = numbers[index]
      guard next.kind == .int || next.kind == .double else { throw .noOverload(name, next) }
      if isBefore(next, best, precedes) { best = next }
    }
    return best
  }

  private static func isBefore(
    _ one: CELValue, _ other: CELValue, _ precedes: (Double, Double) -> Bool
  ) -> Bool {
    switch (one, other) {
    // Compared as integers, which doubles cannot tell apart beyond 2⁵³.
    case (.int(let one), .int(let other)): one != other && (one > other) == precedes(1, 0)
    case (.int(let one), .double(let other)): precedes(Double(one), other)
    case (.double(let one), .int(let other)): precedes(one, Double(other))
    case (.double(let one), .double(let other)): precedes(one, other)
    default: false
    }
  }

  private static func abs(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .int(.min): throw EvaluationError(.overflow)
    case .int(let value): return .int(Int64(value.magnitude))
    case .double(let value): return .double(value.magnitude)
    default: throw .noOverload("math.abs", value)
    }
  }

  private static func sign(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .int(let value): return .int(value.signum())
    // The last alternative is NaN, which has no sign.
    case .double(let value): return .double(value > 0 ? 1 : value < 0 ? -1 : value == 0 ? 0 : value)
    default: throw .noOverload("math.sign", value)
    }
  }

  private static func sqrt(_ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) -> CELValue {
    switch value {
    case .int(let value): return .double(Double(value).squareRoot())
    case .double(let value): return .double(value.squareRoot())
    default: throw .noOverload("math.sqrt", value)
    }
  }
}
