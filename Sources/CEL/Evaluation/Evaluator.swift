/// Evaluates the program of an expression.
struct Evaluator {
  private let expression: CELExpression
  let bindings: CELBindings
  var locals: [CELValue]
  var budget: EvaluationBudget

  init(_ expression: CELExpression, _ bindings: CELBindings, _ budget: EvaluationBudget) {
    self.expression = expression
    self.bindings = bindings
    self.budget = budget
    let localCount = expression.program.localCount
    locals = localCount == 0 ? [] : Array(repeating: .null, count: localCount)
  }

  private var program: Program { @inline(__always) _read { yield expression.program } }

  /// Evaluates the expression as a whole.
  mutating func result() throws(EvaluationError) -> CELValue {
    let value = try evaluate(program.root)
    do throws(EvaluationError) {
      try budget.spend(result: value)
    } catch {
      throw error.at(program.columns[Int(program.root)])
    }
    return value
  }

  mutating func evaluate(_ index: Program.Index) throws(EvaluationError) -> CELValue {
    let column = program.columns[Int(index)]
    do throws(EvaluationError) {
      return try value(of: program.nodes[Int(index)])
    } catch {
      throw error.at(column)
    }
  }

  private mutating func value(of node: Program.Node) throws(EvaluationError) -> CELValue {
    switch node {
    case .literal(let value): return value
    case .variable(let slot): return try bindings.value(at: slot)
    case .local(let slot): return locals[slot]
    case .failure(let reason): throw EvaluationError(reason)
    case .select(let operand, let field):
      let operand = try evaluate(operand)
      try budget.spend()
      return try Access.select(operand, field)
    case .has(let operand, let field):
      let operand = try evaluate(operand)
      try budget.spend()
      return .bool(try Access.has(operand, field))
    case .index(let operand, let index):
      let (operand, index) = (try evaluate(operand), try evaluate(index))
      try budget.spend()
      return try Access.element(of: operand, index, &budget)
    case .list(let elements): return try list(elements)
    case .map(let entries): return try map(entries)
    case .not(let operand): return try Arithmetic.not(try evaluate(operand), &budget)
    case .negate(let operand): return try Arithmetic.negate(try evaluate(operand), &budget)
    case .and(let operands): return try absorbing(operands, until: false)
    case .or(let operands): return try absorbing(operands, until: true)
    case .conditional(let condition, let one, let other):
      return try evaluate(try holds(condition) ? one : other)
    case .binary(let operation, let left, let right):
      let (left, right) = (try evaluate(left), try evaluate(right))
      try budget.spend()
      return try Arithmetic.apply(operation, left, right, &budget)
    case .call(let function, let arguments): return try call(function, arguments)
    case .matches(let operand, let expression):
      let operand = try evaluate(operand)
      return .bool(try StringFunctions.matches(operand, expression, &budget))
    case .comprehension(let comprehension): return try evaluate(comprehension)
    }
  }

  /// Evaluates a condition, which has to be a bool.
  mutating func holds(_ condition: Program.Index) throws(EvaluationError) -> Bool {
    try budget.spend()
    let value = try evaluate(condition)
    if case .bool(let holds) = value { return holds }
    throw EvaluationError(.notBoolean(value.kind), column: Int(program.columns[Int(condition)]))
  }

  /// Evaluates operands until one of them decides the result.
  ///
  /// An error is absorbed by a later operand that decides, so that the order of the operands does not matter.
  private mutating func absorbing(_ operands: Range<Int>, until deciding: Bool) throws(EvaluationError) -> CELValue {
    var failure: EvaluationError?
    for position in operands {
      do throws(EvaluationError) {
        if try holds(program.children[position]) == deciding { return .bool(deciding) }
      } catch {
        if error.isTooCostly { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return .bool(!deciding)
  }

  private mutating func list(_ elements: Range<Int>) throws(EvaluationError) -> CELValue {
    try budget.spend(1 + elements.count / 4)
    var values: [CELValue] = []
    values.reserveCapacity(elements.count)
    for position in elements { values.append(try evaluate(program.children[position])) }
    return .list(values)
  }

  private mutating func map(_ entries: Range<Int>) throws(EvaluationError) -> CELValue {
    try budget.spend(1 + entries.count / 2)
    var made = CELEntries()
    for position in stride(from: entries.lowerBound, to: entries.upperBound, by: 2) {
      let key = try evaluate(program.children[position])
      try made.insert(key, try evaluate(program.children[position + 1]), &budget)
    }
    return .map(.entries(made))
  }

  private mutating func call(_ function: Function, _ arguments: Range<Int>) throws(EvaluationError) -> CELValue {
    let first = arguments.lowerBound
    switch function.body {
    case .one(let body):
      let one = try evaluate(program.children[first])
      try budget.spend()
      return try body(one, &budget)
    case .two(let body):
      let one = try evaluate(program.children[first])
      let two = try evaluate(program.children[first + 1])
      try budget.spend()
      return try body(one, two, &budget)
    case .three(let body):
      let one = try evaluate(program.children[first])
      let two = try evaluate(program.children[first + 1])
      let three = try evaluate(program.children[first + 2])
      try budget.spend()
      return try body(one, two, three, &budget)
    case .many(let body):
      var values: [CELValue] = []
      values.reserveCapacity(arguments.count)
      for position in arguments { values.append(try evaluate(program.children[position])) }
      try budget.spend(1 + values.count / 4)
      return try body(values, &budget)
    }
  }
}

extension CELEntries {
  /// Adds an entry of a map that an expression makes.
  mutating func insert(_ key: CELValue, _ value: CELValue, _ budget: inout EvaluationBudget) throws(EvaluationError) {
    let kind = key.kind
    guard kind != .double, let key = CELKey(key) else { throw EvaluationError(.badKey(kind)) }
    try budget.spend(key)
    guard add(key, value) else { throw EvaluationError(.repeatedKey(key.text)) }
  }
}
