/// Resolves the names of an expression, expands its macros, checks its types and makes a program of it.
struct Checker {
  /// A part of the program with its type.
  struct Checked {
    let index: Program.Index
    let type: CELType
  }

  let environment: CELEnvironment
  var program = Program()
  /// The variables of the macros around the current place, innermost last.
  var locals: [(name: String, type: CELType)]
  /// The variables that the expression refers to, with the members that it selects.
  private(set) var references: [String] = []

  init(_ environment: CELEnvironment, locals: [(name: String, type: CELType)]) {
    self.environment = environment
    self.locals = locals
    program.localCount = locals.count
  }

  mutating func check(_ node: SyntaxNode) throws(ExpressionFault) -> Checked {
    switch node.kind {
    case .literal(let value): return add(.literal(value), node, CELType(of: value))
    case .name, .globalName, .select:
      if let found = try variable(node) { return found }
      return try selection(node)
    case .index(let operand, let index): return try self.index(node, operand, index)
    case .call(let name, let receiver, let arguments): return try call(node, name, receiver, arguments)
    case .list(let elements): return try list(node, elements)
    case .map(let entries): return try map(node, entries)
    case .not(let operand):
      let checked = try check(operand)
      try require(checked, .bool, "!", node)
      return add(.not(checked.index), node, .bool)
    case .negate(let operand):
      let checked = try check(operand)
      try require(checked, .number, "-", node)
      return add(.negate(checked.index), node, checked.type)
    case .binary(let operation, let left, let right): return try binary(node, operation, left, right)
    case .and(let operands): return try connective(node, operands, "&&") { .and($0) }
    case .or(let operands): return try connective(node, operands, "||") { .or($0) }
    case .conditional(let condition, let one, let other): return try conditional(node, condition, one, other)
    }
  }
}

extension Checker {
  mutating func add(_ programNode: Program.Node, _ node: SyntaxNode, _ type: CELType) -> Checked {
    Checked(index: program.add(programNode, column: node.column), type: type)
  }

  /// Checks each of several expressions.
  mutating func checkAll(_ nodes: [SyntaxNode]) throws(ExpressionFault) -> [Checked] {
    var checked: [Checked] = []
    checked.reserveCapacity(nodes.count)
    for node in nodes { checked.append(try check(node)) }
    return checked
  }

  mutating func recordReference(_ path: String) {
    if !references.contains(path) { references.append(path) }
  }

  /// Replaces a reference by a longer one, if it was the last.
  mutating func replaceReference(_ path: String, _ longer: String) {
    guard references.last == path else { return recordReference(longer) }
    references.removeLast()
    recordReference(longer)
  }

  /// Reports an operand of a wrong type, in an environment that is checked.
  func require(
    _ operand: Checked, _ type: CELType, _ operation: String, _ node: SyntaxNode
  ) throws(ExpressionFault) {
    if operand.type.mayBe(type) { return }
    try typeFault("\(operation) takes a \(type.name), not a \(operand.type.name)", node)
  }

  func typeFault(_ message: String, _ node: SyntaxNode) throws(ExpressionFault) {
    if environment.isChecked { throw ExpressionFault(.type, message, column: node.column) }
  }

  private mutating func list(_ node: SyntaxNode, _ elements: [SyntaxNode]) throws(ExpressionFault) -> Checked {
    let checked = try checkAll(elements)
    let element = checked.dropFirst().reduce(checked.first?.type ?? .dynamic) { $0.joined(with: $1.type) }
    return add(.list(program.add(children: checked.map(\.index))), node, .list(element))
  }

  private mutating func map(
    _ node: SyntaxNode, _ entries: [(key: SyntaxNode, value: SyntaxNode)]
  ) throws(ExpressionFault) -> Checked {
    var (indexes, members, value) = ([Program.Index](), [String: CELType](), nil as CELType?)
    for entry in entries {
      let (key, checked) = (try check(entry.key), try check(entry.value))
      if ![.string, .int, .bool].contains(where: key.type.mayBe) {
        try typeFault("a map key must be a string, an int or a bool, not \(key.type.name)", entry.key)
      }
      indexes += [key.index, checked.index]
      value = value.map { $0.joined(with: checked.type) } ?? checked.type
      if case .literal(.string(let name)) = entry.key.kind { members[name] = checked.type }
    }
    let isKnown = members.count == entries.count
    return add(
      .map(program.add(children: indexes)), node,
      isKnown ? .object(members, isOpen: true) : .map(value ?? .dynamic))
  }

  private mutating func index(
    _ node: SyntaxNode, _ operand: SyntaxNode, _ index: SyntaxNode
  ) throws(ExpressionFault) -> Checked {
    let (checked, position) = (try check(operand), try check(index))
    var type = checked.type.valueType
    switch checked.type {
    case .list: try require(position, .number, "a list index", node)
    case .object(let members, _):
      if case .literal(.string(let name)) = index.kind { type = members[name] ?? .dynamic }
    case .map, .dynamic: break
    default: try typeFault("a \(checked.type.name) has no elements", node)
    }
    return add(.index(checked.index, position.index), node, type)
  }

  private mutating func connective(
    _ node: SyntaxNode, _ operands: [SyntaxNode], _ name: String, _ make: (Range<Int>) -> Program.Node
  ) throws(ExpressionFault) -> Checked {
    let checked = try checkAll(operands)
    for (operand, source) in zip(checked, operands) { try require(operand, .bool, name, source) }
    return add(make(program.add(children: checked.map(\.index))), node, .bool)
  }

  private mutating func conditional(
    _ node: SyntaxNode, _ condition: SyntaxNode, _ one: SyntaxNode, _ other: SyntaxNode
  ) throws(ExpressionFault) -> Checked {
    let checked = try check(condition)
    try require(checked, .bool, "a condition", condition)
    let (first, second) = (try check(one), try check(other))
    return add(
      .conditional(checked.index, first.index, second.index), node, first.type.joined(with: second.type))
  }
}

extension CELType {
  /// The type of a literal.
  init(of value: CELValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .type: self = .type
    default: self = .dynamic
    }
  }
}
