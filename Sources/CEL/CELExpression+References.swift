import JSON

extension CELExpression {
  /// The values of the references, to explain a result: `{"data.seats": 4}`. A reference without a value is left out.
  package func referencedValues(_ bindings: CELBindings) -> JSONObject {
    JSONObject(references.compactMap { path in bindings.value(of: path).map { (path, $0.json) } })
  }
}

extension CELBindings {
  /// The value of a variable, or of a member of one; nil if it has none.
  fileprivate func value(of path: String) -> CELValue? {
    if let value = self[path] { return value }
    guard let dot = path.lastIndex(of: "."), case .map(let members) = value(of: String(path[..<dot]))
    else { return nil }
    return members[name: String(path[path.index(after: dot)...])]
  }
}
