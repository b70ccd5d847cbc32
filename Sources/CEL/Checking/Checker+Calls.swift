extension Checker {
  mutating func call(
    _ node: SyntaxNode, _ name: String, _ receiver: SyntaxNode?, _ arguments: [SyntaxNode]
  ) throws(ExpressionFault) -> Checked {
    if let receiver {
      if let function = namespaced(name, receiver, arguments) { return try apply(function, arguments, node) }
      if let macro = Macro(name, arguments.count) { return try comprehension(node, macro, receiver, arguments) }
    } else if name == "has", arguments.count == 1 {
      return try has(node, arguments[0])
    }
    if let space = namespace(receiver) { return try noFunction(node, "\(space).\(name)", arguments, []) }
    let operands = (receiver.map { [$0] } ?? []) + arguments
    let candidates = FunctionTable.named(name, isMember: receiver != nil)
    guard let function = candidates.first(where: { $0.accepts(operands.count) }) else {
      return try noFunction(node, name, operands, candidates)
    }
    return try apply(function, operands, node)
  }

  /// The function `math.greatest` of a call `math.greatest(…)`.
  private func namespaced(_ name: String, _ receiver: SyntaxNode, _ arguments: [SyntaxNode]) -> Function? {
    guard let space = namespace(receiver) else { return nil }
    return FunctionTable.named("\(space).\(name)", isMember: false).first { $0.accepts(arguments.count) }
  }

  /// The receiver if it is the beginning of names of functions, and no variable.
  private func namespace(_ receiver: SyntaxNode?) -> String? {
    guard case .name(let space) = receiver?.kind, FunctionTable.namespaces.contains(space),
      environment.slots[space] == nil, !locals.contains(where: { $0.name == space })
    else { return nil }
    return space
  }

  private mutating func noFunction(
    _ node: SyntaxNode, _ name: String, _ operands: [SyntaxNode], _ candidates: [Function]
  ) throws(ExpressionFault) -> Checked {
    guard environment.isChecked else { return add(.failure(.unknownFunction(name)), node, .dynamic) }
    guard candidates.isEmpty else {
      throw ExpressionFault(.type, "\(name) does not take \(operands.count) operands", column: node.column)
    }
    throw ExpressionFault(.unknownFunction(name), "unknown function \(name)", column: node.column)
  }

  private mutating func apply(
    _ function: Function, _ arguments: [SyntaxNode], _ node: SyntaxNode
  ) throws(ExpressionFault) -> Checked {
    let checked = try checkAll(arguments)
    let signature = function.signatures.first { $0.accepts(checked) }
    if signature == nil {
      let types = checked.map(\.type.name).joined(separator: ", ")
      try typeFault("\(function.name) does not apply to (\(types))", node)
    }
    let type = function.result(checked)
    // A known pattern is compiled with the definition, not at each evaluation.
    if function.name == "matches", case .literal(.string(let pattern)) = arguments[1].kind {
      return try matches(checked[0], pattern, arguments[1], node)
    }
    return add(.call(function, program.add(children: checked.map(\.index))), node, type)
  }

  /// Compiles a regular expression that is known.
  private mutating func matches(
    _ operand: Checked, _ pattern: String, _ argument: SyntaxNode, _ node: SyntaxNode
  ) throws(ExpressionFault) -> Checked {
    do throws(RegularExpressionFault) {
      return add(.matches(operand.index, try RegularExpression(pattern, environment.meter)), node, .bool)
    } catch {
      let message = "the regular expression is wrong: \(error.message)"
      guard environment.isChecked else { return add(.failure(.badArgument(message)), argument, .bool) }
      throw ExpressionFault(.syntax, message, column: argument.column)
    }
  }
}

extension Function {
  /// The result type of the overloads that may apply; dynamic if they differ.
  fileprivate func result(_ arguments: [Checker.Checked]) -> CELType {
    let results = signatures.filter { $0.accepts(arguments) }.map(\.result)
    guard let first = results.first else { return signatures.first?.result ?? .dynamic }
    return results.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}

extension Function.Signature {
  /// Whether arguments of these types may be passed. A variadic function has one parameter for all of them.
  fileprivate func accepts(_ arguments: [Checker.Checked]) -> Bool {
    guard parameters.count == arguments.count else { return parameters == [.dynamic] }
    return zip(arguments, parameters).allSatisfy { $0.type.mayBe($1) }
  }
}
