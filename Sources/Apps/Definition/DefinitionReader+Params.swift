import JSON
import Navigation

extension DefinitionReader {
  /// Reads the params that a route takes: name to type.
  mutating func params(_ part: Part) -> [Param]? {
    guard case .object = part.value else {
      note("`params` is an object, from names to types; this is \(part.value.kind).", at: part.place)
      return nil
    }
    return part.members.compactMap { name, type in param(name, type) }
  }

  private mutating func param(_ name: String, _ part: Part) -> Param? {
    guard let type = string(part, "The type of a param") else { return nil }
    let isOptional = type.hasSuffix("?")
    if let kind = Param.Kind(rawValue: isOptional ? String(type.dropLast()) : type) {
      return Param(name, kind, optional: isOptional)
    }
    let known = Param.Kind.allCases.map(\.rawValue)
    note(
      "The type of a param cannot be \(part.value.excerpt); it is one of \(Spelling.list(known)), "
        + "with `?` for optional" + Spelling.hint(type, among: known), at: part.place)
    return nil
  }

  /// Reads the params that every new screen gets, and holds them against those that the route takes.
  mutating func initialParams(_ part: Part?, _ params: [Param]?) -> JSONObject {
    guard let part else { return [:] }
    guard case .object(let object) = part.value else {
      note("`initialParams` is an object; this is \(part.value.kind).", at: part.place)
      return [:]
    }
    guard let params else { return object }
    let names = params.map(\.name)
    let known = Dictionary(params.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, value) in part.members {
      guard let param = known[name] else {
        let others =
          names.isEmpty ? "it has none." : "it has \(Spelling.list(names))" + Spelling.hint(name, among: names)
        note("This route has no param `\(name)`; \(others)", at: value.place)
        continue
      }
      guard !param.type.takes(value.value), !(param.isOptional && value.value.isNull) else { continue }
      note("The param `\(name)` is \(param.type.article); this is \(value.value.kind).", at: value.place)
    }
    return object
  }
}
