import JSON
import Navigation

/// A param that a definition declares; its type is nil when that cannot be read, so that the name is still known.
typealias DeclaredParam = (name: String, param: Param?)

extension DefinitionReader {
  /// Reads the params that a route takes: name to type.
  mutating func params(_ part: Part) -> [DeclaredParam]? {
    guard case .object = part.value else {
      note("`params` is an object, from names to types; this is \(part.value.kind).", at: part.place)
      return nil
    }
    return part.members.map { name, type in (name, param(name, type)) }
  }

  private mutating func param(_ name: String, _ part: Part) -> Param? {
    guard let type = string(part, "The type of a param") else { return nil }
    let isOptional = type.hasSuffix("?")
    if let kind = Param.Kind(rawValue: isOptional ? String(type.dropLast()) : type) {
      return Param(name, kind, optional: isOptional)
    }
    let known = Param.Kind.allCases.map(\.rawValue)
    note(
      "The type of a param cannot be \(Spelling.quoted(type)); with `?` for optional, "
        + alternatives(to: type, among: known, "it is one of"), at: part.place)
    return nil
  }

  /// Reads the params that every new screen gets, and holds them against those that the route takes.
  mutating func initialParams(_ part: Part?, _ params: [DeclaredParam]?) -> JSONObject {
    guard let part else { return [:] }
    guard let object = object(part, "`initialParams`") else { return [:] }
    guard let params else { return object }
    let names = params.map(\.name)
    let known = Dictionary(params.map { ($0.name, $0.param) }, uniquingKeysWith: { first, _ in first })
    for (name, value) in part.members {
      guard let declared = known[name] else {
        note(
          "This route has no param \(Spelling.quoted(name)); \(alternatives(to: name, among: names))", at: value.place)
        continue
      }
      guard let param = declared, !param.type.takes(value.value), !(param.isOptional && value.value.isNull) else {
        continue
      }
      note("The param \(Spelling.quoted(name)) is \(param.type.article); this is \(value.value.kind).", at: value.place)
    }
    return object
  }
}
