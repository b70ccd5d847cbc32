import JSON
import Navigation

/// A param of a definition. It is nil when its type cannot be read; its name is still known.
typealias DeclaredParam = (name: String, param: Param?)

extension DefinitionReader {
  /// Reads the params of a route or the arguments of an action: an object from names to types.
  mutating func params(_ node: JSONNode, _ what: String = "`params`") -> [DeclaredParam]? {
    if case .object = node.value { return named("param", in: node).map { name, type in (name, param(name, type)) } }
    return fault("\(what) must be an object, from names to types; it is \(node.value.kind).", at: node.place)
  }

  private mutating func param(_ name: String, _ node: JSONNode) -> Param? {
    if case .object = node.value { return ValueSchema(node, &self).map { Param(name, $0) } }
    guard let type = string(node, "The type of a param") else { return nil }
    let isOptional = type.hasSuffix("?")
    if let kind = Param.Kind(rawValue: isOptional ? String(type.dropLast()) : type) {
      return Param(name, kind, optional: isOptional)
    }
    let known = Param.Kind.allCases.map(\.rawValue)
    return fault(
      "The type of a param cannot be \(Suggestions.quoted(type)); with `?` for optional, "
        + alternatives(to: type, among: known, "it is one of"), at: node.place)
  }

  /// Reads the initial params, and checks them against the params of the route.
  mutating func initialParams(_ node: JSONNode?, _ params: [DeclaredParam]?) -> JSONObject {
    guard let node else { return [:] }
    guard let object = object(node, "`initialParams`") else { return [:] }
    reportExpressions(in: node, "`initialParams`")
    guard let params else { return object }
    let names = params.map(\.name)
    let known = Dictionary(params.map { ($0.name, $0.param) }, uniquingKeysWith: { first, _ in first })
    for (name, value) in node.members {
      guard let declared = known[name] else {
        report(
          "This route has no param \(Suggestions.quoted(name)); \(alternatives(to: name, among: names))",
          at: value.place)
        continue
      }
      guard let mismatch = declared?.mismatch(of: value.value) else { continue }
      report("The param \(Suggestions.quoted(name)) \(mismatch).", at: value.place)
    }
    return object
  }

  /// Reports each `${` of a value in which expressions are not possible.
  mutating func reportExpressions(in node: JSONNode, _ what: String) {
    if let text = node.value.stringValue, text.contains("${") {
      report("\(what) cannot contain expressions; it contains \(node.value.excerpt).", at: node.place)
    }
    for (_, member) in node.members { reportExpressions(in: member, what) }
    for element in node.elements { reportExpressions(in: element, what) }
  }
}
