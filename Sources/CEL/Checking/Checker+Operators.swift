extension Checker {
  mutating func binary(
    _ node: SyntaxNode, _ operation: BinaryOperator, _ left: SyntaxNode, _ right: SyntaxNode
  ) throws(ExpressionFault) -> Checked {
    let (one, other) = (try check(left), try check(right))
    let type = Self.result(of: operation, one.type, other.type)
    if type == nil {
      let reason = "\(operation.rawValue) does not apply to \(one.type.name) and \(other.type.name)"
      try typeFault(reason + Self.remedy(operation, one.type, other.type), node)
    }
    return add(.binary(operation, one.index, other.index), node, type ?? .dynamic)
  }

  /// The result type of an operator; nil when it does not apply.
  private static func result(of operation: BinaryOperator, _ left: CELType, _ right: CELType) -> CELType? {
    switch operation {
    case .equal, .notEqual: left.mayEqual(right) ? .bool : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual: areOrdered(left, right) ? .bool : nil
    case .in: mayContain(right, left) ? .bool : nil
    case .add: sum(left, right)
    case .subtract: result(left, right, differences)
    case .multiply, .divide: number(left, right)
    case .modulo: left.mayBe(.int) && right.mayBe(.int) ? .int : nil
    }
  }

  private static let ordered: [CELType] = [.bool, .number, .string, .timestamp, .duration]

  private static func areOrdered(_ left: CELType, _ right: CELType) -> Bool {
    ordered.contains { left.mayBe($0) && right.mayBe($0) }
  }

  private static func mayContain(_ container: CELType, _ value: CELType) -> Bool {
    switch container {
    case .list(let element): element.mayEqual(value)
    case .map, .object, .dynamic: true
    default: false
    }
  }

  private static func number(_ left: CELType, _ right: CELType) -> CELType? {
    guard left.mayBe(.number), right.mayBe(.number), left.mayBe(right) else { return nil }
    return [left, right].first { $0 == .int || $0 == .double } ?? (left == .dynamic ? right : left)
  }

  private typealias Overload = (left: CELType, right: CELType, result: CELType)

  private static func sum(_ left: CELType, _ right: CELType) -> CELType? {
    let list = CELType.list(left.valueType.joined(with: right.valueType))
    return result(
      left, right,
      [
        (.string, .string, .string), (.list(.dynamic), .list(.dynamic), list), (.timestamp, .duration, .timestamp),
        (.duration, .timestamp, .timestamp), (.duration, .duration, .duration),
      ])
  }

  private static let differences: [Overload] = [
    (.timestamp, .timestamp, .duration), (.timestamp, .duration, .timestamp), (.duration, .duration, .duration),
  ]

  /// The result type of the overloads that may apply, also to numbers; nil if there are none.
  private static func result(_ left: CELType, _ right: CELType, _ overloads: [Overload]) -> CELType? {
    let results = overloads.filter { left.mayBe($0.left) && right.mayBe($0.right) }.map(\.result)
    let all = (number(left, right).map { [$0] } ?? []) + results
    return all.first.map { all.dropFirst().reduce($0) { $0.joined(with: $1) } }
  }

  private static func remedy(_ operation: BinaryOperator, _ left: CELType, _ right: CELType) -> String {
    if left.isNumeric, right.isNumeric { return operation == .modulo ? "" : "; convert one with int() or double()" }
    if operation == .add, left == .string || right == .string { return "; convert the other with string()" }
    return ""
  }
}
