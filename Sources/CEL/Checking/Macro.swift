/// A macro that visits the elements of a list or the entries of a map.
struct Macro {
  let kind: Program.Comprehension.Kind
  let variableCount: Int
  /// The position of the condition among the arguments; nil if there is none.
  let condition: Int?
  /// The position of the transformation among the arguments; nil if there is none.
  let result: Int?

  /// Finds a macro by its name and the number of its arguments.
  init?(_ name: String, _ count: Int) {
    guard let found = Self.all[name]?[count] else { return nil }
    self = found
  }

  private init(_ kind: Program.Comprehension.Kind, variables: Int, condition: Int?, result: Int?) {
    self.kind = kind
    variableCount = variables
    self.condition = condition
    self.result = result
  }

  private static func test(_ kind: Program.Comprehension.Kind) -> [Int: Macro] {
    [
      2: Macro(kind, variables: 1, condition: 1, result: nil), 3: Macro(kind, variables: 2, condition: 2, result: nil),
    ]
  }

  private static func transformation(_ kind: Program.Comprehension.Kind) -> [Int: Macro] {
    [3: Macro(kind, variables: 2, condition: nil, result: 2), 4: Macro(kind, variables: 2, condition: 2, result: 3)]
  }

  private static let all: [String: [Int: Macro]] = [
    "all": test(.all), "exists": test(.exists), "exists_one": test(.existsOne), "existsOne": test(.existsOne),
    "filter": [2: Macro(.list, variables: 1, condition: 1, result: nil)],
    "map": [
      2: Macro(.list, variables: 1, condition: nil, result: 1), 3: Macro(.list, variables: 1, condition: 1, result: 2),
    ],
    "transformList": transformation(.list), "transformMap": transformation(.map),
    "transformMapEntry": transformation(.mapEntries),
  ]
}

extension Checker {
  /// Checks `has(a.b)`.
  mutating func has(_ node: SyntaxNode, _ argument: SyntaxNode) throws(ExpressionFault) -> Checked {
    guard case .select(let operand, let field) = argument.kind else {
      throw ExpressionFault(.syntax, "has() takes a member such as has(data.name)", column: argument.column)
    }
    let checked = try check(operand)
    _ = try member(field, of: checked.type, argument)
    return add(.has(checked.index, field: field), node, .bool)
  }

  mutating func comprehension(
    _ node: SyntaxNode, _ macro: Macro, _ source: SyntaxNode, _ arguments: [SyntaxNode]
  ) throws(ExpressionFault) -> Checked {
    let names = try names(arguments.prefix(macro.variableCount))
    // Before the variables are declared, to which the source cannot refer.
    let checked = try check(source)
    guard let element = checked.type.elementType else {
      try typeFault("a macro takes a list or a map, not a \(checked.type.name)", source)
      return add(.failure(.badArgument("a macro takes a list or a map")), node, .dynamic)
    }
    let slot = locals.count
    locals += zip(names, types(macro, element, checked.type)).map { ($0, $1) }
    defer { locals.removeLast(names.count) }
    // Macros side by side share their slots, only nested ones need more.
    program.localCount = max(program.localCount, locals.count)
    let condition = try macro.condition.map { index throws(ExpressionFault) in try check(arguments[index]) }
    if let condition { try require(condition, .bool, "a condition", arguments[macro.condition ?? 0]) }
    let result = try macro.result.map { index throws(ExpressionFault) in try check(arguments[index]) }
    return add(
      .comprehension(
        Program.Comprehension(
          kind: macro.kind, source: checked.index, slot: slot, hasTwoVariables: names.count == 2,
          condition: condition?.index, result: result?.index)),
      node, type(macro, element, result?.type))
  }

  private func names(_ arguments: ArraySlice<SyntaxNode>) throws(ExpressionFault) -> [String] {
    var names: [String] = []
    for argument in arguments {
      guard case .name(let name) = argument.kind else {
        throw ExpressionFault(.syntax, "the variable of a macro must be a simple name", column: argument.column)
      }
      guard !names.contains(name) else {
        throw ExpressionFault(.syntax, "the variables of a macro must have different names", column: argument.column)
      }
      names.append(name)
    }
    return names
  }

  /// The types of the variables.
  private func types(_ macro: Macro, _ element: CELType, _ source: CELType) -> [CELType] {
    guard macro.variableCount == 2 else { return [element] }
    if case .list = source { return [.int, element] }
    return [element, source.valueType]
  }

  private func type(_ macro: Macro, _ element: CELType, _ result: CELType?) -> CELType {
    switch macro.kind {
    case .all, .exists, .existsOne: .bool
    case .list: .list(result ?? element)
    case .map: .map(result ?? .dynamic)
    case .mapEntries: .map(.dynamic)
    }
  }
}
