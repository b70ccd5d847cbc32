/// `math.bit…` over integers.
enum BitFunctions {
  static let all: [Function] = [
    binary("math.bitAnd") { left, right throws(EvaluationError) in left & right },
    binary("math.bitOr") { left, right throws(EvaluationError) in left | right },
    binary("math.bitXor") { left, right throws(EvaluationError) in left ^ right },
    binary("math.bitShiftLeft") { value, count throws(EvaluationError) in value << (try checked(count)) },
    // Fills with zeros, also from the left of a negative number.
    binary("math.bitShiftRight") { value, count throws(EvaluationError) in
      Int64(bitPattern: UInt64(bitPattern: value) >> (try checked(count)))
    },
    .global(
      "math.bitNot", .init(.int, result: .int),
      body: .one { value, _ throws(EvaluationError) in
        guard case .int(let integer) = value else { throw .noOverload("math.bitNot", value) }
        return .int(~integer)
      }),
  ]

  private static func binary(
    _ name: String, _ body: @escaping @Sendable (Int64, Int64) throws(EvaluationError) -> Int64
  ) -> Function {
    .global(
      name, .init(.int, .int, result: .int),
      body: .two { left, right, _ throws(EvaluationError) in
        guard case .int(let one) = left, case .int(let other) = right else { throw .noOverload(name, left, right) }
        return .int(try body(one, other))
      })
  }

  /// The number of bits to shift by. By 64 or more, the result is 0.
  private static func checked(_ count: Int64) throws(EvaluationError) -> Int64 {
    if count < 0 { throw .badArgument("the number of bits to shift by is negative") }
    return count
  }
}
