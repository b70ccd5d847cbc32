extension Evaluator {
  mutating func evaluate(_ comprehension: Program.Comprehension) throws(EvaluationError) -> CELValue {
    let source = try evaluate(comprehension.source)
    try budget.spend()
    switch comprehension.kind {
    case .all: return try decide(comprehension, over: source, by: false)
    case .exists: return try decide(comprehension, over: source, by: true)
    case .existsOne: return try existsOne(comprehension, over: source)
    case .list: return try transformList(comprehension, over: source)
    case .map: return try transformMap(comprehension, over: source)
    case .mapEntries: return try transformMapEntries(comprehension, over: source)
    }
  }

  /// Evaluates a condition until it decides the result; an error is absorbed as by `&&` and `||`.
  private mutating func decide(
    _ comprehension: Program.Comprehension, over source: CELValue, by deciding: Bool
  ) throws(EvaluationError) -> CELValue {
    var failure: EvaluationError?
    for position in 0..<(try count(source)) {
      try bind(comprehension, to: source, position)
      do throws(EvaluationError) {
        if try isIncluded(comprehension) == deciding { return .bool(deciding) }
      } catch {
        // An earlier failure must not take the place of this one, which ends the whole evaluation.
        if error.isTooCostly { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return .bool(!deciding)
  }

  private mutating func existsOne(
    _ comprehension: Program.Comprehension, over source: CELValue
  ) throws(EvaluationError) -> CELValue {
    var found = 0
    for position in 0..<(try count(source)) {
      try bind(comprehension, to: source, position)
      if try isIncluded(comprehension) { found += 1 }
    }
    return .bool(found == 1)
  }

  private mutating func transformList(
    _ comprehension: Program.Comprehension, over source: CELValue
  ) throws(EvaluationError) -> CELValue {
    var values: [CELValue] = []
    for position in 0..<(try count(source)) {
      try bind(comprehension, to: source, position)
      if try isIncluded(comprehension) { values.append(try result(comprehension)) }
    }
    return .list(values)
  }

  private mutating func transformMap(
    _ comprehension: Program.Comprehension, over source: CELValue
  ) throws(EvaluationError) -> CELValue {
    var entries = CELEntries()
    for position in 0..<(try count(source)) {
      try bind(comprehension, to: source, position)
      if try isIncluded(comprehension) {
        try entries.insert(locals[comprehension.slot], try result(comprehension), &budget)
      }
    }
    return .map(.entries(entries))
  }

  private mutating func transformMapEntries(
    _ comprehension: Program.Comprehension, over source: CELValue
  ) throws(EvaluationError) -> CELValue {
    var entries = CELEntries()
    for position in 0..<(try count(source)) {
      try bind(comprehension, to: source, position)
      guard try isIncluded(comprehension) else { continue }
      let made = try result(comprehension)
      guard case .map(let added) = made else {
        throw EvaluationError(.noSuchOverload(function: "transformMapEntry", kinds: [made.kind]))
      }
      for position in 0..<added.count {
        try budget.spend()
        let (key, value) = added.entry(at: position)
        try entries.insert(key.value, value, &budget)
      }
    }
    return .map(.entries(entries))
  }
}

extension Evaluator {
  private func count(_ source: CELValue) throws(EvaluationError) -> Int {
    switch source {
    case .list(let list): return list.count
    case .map(let map): return map.count
    default: throw EvaluationError(.noSuchOverload(function: "a macro", kinds: [source.kind]))
    }
  }

  /// Sets the variables to the element or entry at a position: of a list with one variable the element, with two
  /// the index and the element; of a map with one variable the key, with two the key and the value.
  private mutating func bind(
    _ comprehension: Program.Comprehension, to source: CELValue, _ position: Int
  ) throws(EvaluationError) {
    try budget.spend()
    let slot = comprehension.slot
    switch source {
    case .list(let list) where comprehension.hasTwoVariables:
      (locals[slot], locals[slot + 1]) = (.int(Int64(position)), list[position])
    case .list(let list): locals[slot] = list[position]
    case .map(let map):
      let entry = map.entry(at: position)
      locals[slot] = entry.key.value
      if comprehension.hasTwoVariables { locals[slot + 1] = entry.value }
    default: break
    }
  }

  private mutating func isIncluded(_ comprehension: Program.Comprehension) throws(EvaluationError) -> Bool {
    guard let condition = comprehension.condition else { return true }
    return try holds(condition)
  }

  /// The transformed element: the element itself for a filter.
  private mutating func result(_ comprehension: Program.Comprehension) throws(EvaluationError) -> CELValue {
    guard let result = comprehension.result else { return locals[comprehension.slot] }
    return try evaluate(result)
  }
}
