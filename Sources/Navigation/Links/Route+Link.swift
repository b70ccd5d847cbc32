import JSON

extension Route {
  /// Where a link leads that gives these texts and this query; nil when they are no params of the route.
  ///
  /// What the path gives wins over the query. Of a route that declares its params, other members of the query mean
  /// nothing; they are often added by whoever sends links around.
  func destination(
    _ texts: [String: String], _ query: [(name: String, value: LinkAddress.Value)]
  ) -> NavigationAction.Destination? {
    var given: [(String, JSONValue)] = []
    let inPath = (path?.params ?? []).compactMap { name in texts[name].map { (name, LinkAddress.Value.text($0)) } }
    for (name, value) in inPath + query.filter({ texts[$0.name] == nil }) {
      guard let params else {
        given.append((name, value.json))
        continue
      }
      guard let param = params.first(where: { $0.name == name }) else { continue }
      guard let json = param.value(of: value) else { return nil }
      given.append((name, json))
    }
    let params = JSONObject(given)
    do throws(Refused) {
      try checkNew(params)
    } catch {
      // One that it needs is in neither: another pattern may be meant.
      return nil
    }
    return NavigationAction.Destination(route: name, params: params.isEmpty ? nil : params)
  }

  /// What is wrong with a pattern as a path of this route.
  package func faults(of pattern: LinkPattern) -> [String] {
    guard let params else { return [] }
    return pattern.segments.compactMap { segment in
      guard case .param(let name, _) = segment.kind else { return nil }
      guard let param = params.first(where: { $0.name == name }) else {
        return
          "The path has a param `:\(name)`, which the route does not take; it takes \(App.list(params.map(\.name)))."
      }
      if param.type == .object || param.type == .array {
        return "The param `:\(name)` is \(param.type.article), which a segment of a path cannot be."
      }
      if segment.count.most > 1, param.type != .string {
        return "The param `:\(name)` takes several segments, which is a string, not \(param.type.article)."
      }
      return nil
    }
  }
}

extension Param {
  /// What a link gives, as a value of this type; nil when it is none.
  fileprivate func value(of given: LinkAddress.Value) -> JSONValue? {
    switch given {
    case .text(let text): type.value(of: text)
    case .texts(let texts): type == .array ? .array(texts.map(JSONValue.string)) : nil
    case .flag: type == .boolean ? true : isOptional ? .null : type == .string ? "" : nil
    }
  }
}

extension Param.Kind {
  fileprivate func value(of text: String) -> JSONValue? {
    switch self {
    case .string: .string(text)
    case .integer: Self.integer(text).map(JSONValue.integer)
    case .number: Self.integer(text).map(JSONValue.integer) ?? Self.number(text).map(JSONValue.number)
    case .boolean: text == "true" ? true : text == "false" ? false : nil
    case .array: .array([.string(text)])
    case .object: nil
    }
  }

  private static func integer(_ text: String) -> Int64? { text.utf8.first == UInt8(ascii: "+") ? nil : Int64(text) }

  /// Decimal, and not all that Swift reads: `nan`, `inf` and `0x1p3` are no numbers of a link.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), text.utf8.first != UInt8(ascii: "+"),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}
