/// Selections and indexes.
enum Access {
  static func select(_ operand: CELValue, _ field: String) throws(EvaluationError) -> CELValue {
    guard case .map(let map) = operand else { throw EvaluationError(.noSuchField(field, of: operand.kind)) }
    guard let value = map[name: field] else { throw EvaluationError(.noSuchKey(field)) }
    return value
  }

  static func has(_ operand: CELValue, _ field: String) throws(EvaluationError) -> Bool {
    guard case .map(let map) = operand else { throw EvaluationError(.noSuchField(field, of: operand.kind)) }
    return map[name: field] != nil
  }

  static func element(
    of operand: CELValue, _ index: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    switch operand {
    case .list(let list): return list[try position(index, count: list.count)]
    case .map(let map):
      guard let key = CELKey(index) else { throw EvaluationError(.badKey(index.kind)) }
      try budget.spend(key)
      guard let value = map[key] else { throw EvaluationError(.noSuchKey(key.text)) }
      return value
    default: throw EvaluationError(.noSuchOverload(function: "[]", kinds: [operand.kind, index.kind]))
    }
  }

  private static func position(_ index: CELValue, count: Int) throws(EvaluationError) -> Int {
    guard index.kind == .int || index.kind == .double, case .int(let position) = CELKey(index) else {
      throw EvaluationError(.badIndex(index.kind))
    }
    guard position >= 0, position < count else { throw EvaluationError(.indexOutOfRange(position, count: count)) }
    return Int(position)
  }
}
