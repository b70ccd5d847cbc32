import JSON

extension Checker {
  /// Resolves a name, or the longest beginning of `a.b.c` that is a variable.
  ///
  /// - Returns: nil for a selection from any other expression.
  mutating func variable(_ node: SyntaxNode) throws(ExpressionFault) -> Checked? {
    guard let path = node.path else { return nil }
    if !node.isGlobal, let slot = locals.lastIndex(where: { $0.name == path[0] }) {
      return path.count == 1 ? add(.local(slot: slot), node, locals[slot].type) : nil
    }
    let name = path.joined(separator: ".")
    if let slot = environment.slots[name] {
      recordReference(name)
      return add(.variable(slot: slot), node, environment.types[slot])
    }
    if path.count > 1, isKnown(path) { return nil }
    if let kind = Self.types[name] { return add(.literal(.type(kind)), node, .type) }
    if path.count > 1, !Self.types.keys.contains(where: { $0.hasPrefix(path[0] + ".") }) { return nil }
    return try unknown(path[0], node)
  }

  /// Whether a proper beginning of a path is a variable.
  private func isKnown(_ path: [String]) -> Bool {
    (1..<path.count).contains { environment.slots[path[..<$0].joined(separator: ".")] != nil }
  }

  private mutating func unknown(_ name: String, _ node: SyntaxNode) throws(ExpressionFault) -> Checked {
    if environment.isChecked {
      throw ExpressionFault(.unknownVariable(name), "unknown variable \(name)", column: node.column)
    }
    return add(.failure(.unknownVariable(name)), node, .dynamic)
  }

  private static let types: [String: CELKind] = Dictionary(
    uniqueKeysWithValues: CELKind.allCases.filter { $0 != .null }.map { ($0.typeName, $0) } + [("null_type", .null)])

  /// Checks the selection of a member.
  mutating func selection(_ node: SyntaxNode) throws(ExpressionFault) -> Checked {
    guard case .select(let operand, let field) = node.kind else {
      return try unknown(node.path?.first ?? "", node)
    }
    let checked = try check(operand)
    let type = try member(field, of: checked.type, node)
    extendReference(node)
    return add(.select(checked.index, field: field), node, type)
  }

  /// Records `data.cart.total` in place of `data.cart`.
  private mutating func extendReference(_ node: SyntaxNode) {
    guard let path = node.path, node.isGlobal || !locals.contains(where: { $0.name == path[0] }) else { return }
    replaceReference(path.dropLast().joined(separator: "."), path.joined(separator: "."))
  }

  /// The type of a member of a known type.
  func member(_ field: String, of type: CELType, _ node: SyntaxNode) throws(ExpressionFault) -> CELType {
    switch type {
    case .object(let members, let isOpen):
      if let member = members[field] { return member }
      if !isOpen, environment.isChecked {
        let known = Suggestions.list(Suggestions.nearestFirst(members.keys.sorted(), to: field))
        throw ExpressionFault(.unknownMember(field), "unknown member \(field); known are \(known)", column: node.column)
      }
      return .dynamic
    case .map(let value): return value
    case .dynamic: return .dynamic
    default:
      let remedy = ["length", "count", "size"].contains(field) ? "; size() of it is its length" : ""
      try typeFault("a \(type.name) has no members such as \(field)\(remedy)", node)
      return .dynamic
    }
  }
}
