import JSON

extension Route {
  /// Returns the faults of a pattern as the path of this route; empty when it fits.
  package func faults(of pattern: LinkPattern) -> [String] {
    guard let params else { return [] }
    return pattern.segments.compactMap { segment in
      guard case .param(let name, _) = segment.kind else { return nil }
      guard let param = params.first(where: { $0.name == name }) else {
        return
          "The path has a param `:\(name)`, which the route does not take; it takes \(App.list(params.map(\.name)))."
      }
      if param.type == .object || param.type == .array {
        return "The param `:\(name)` is \(param.type.article), which a path segment cannot contain."
      }
      if segment.count.most > 1, param.type != .string {
        return "The param `:\(name)` takes several segments, so its type must be a string, not \(param.type.article)."
      }
      return nil
    }
  }

  /// Whether a link to this route can contain the param of a screen on the path.
  func gives(_ param: Param) -> Bool {
    guard let params else { return path?.params.contains(param.name) == true && param.type == .string }
    return params.contains { $0.name == param.name && $0.type == param.type }
  }
}

extension Param {
  /// Converts a value of a link to this type; nil when it does not fit.
  func value(of given: LinkAddress.Value) -> JSONValue? {
    switch given {
    case .text(let text): type.value(of: text)
    case .texts(let texts): type == .array ? .array(texts.map(JSONValue.string)) : nil
    case .flag: type == .boolean ? true : isOptional ? .null : type == .string ? "" : nil
    }
  }

  /// Whether a value of a link can be converted to this type.
  func accepts(_ given: LinkAddress.Value) -> Bool {
    switch given {
    case .text(let text): accepts(text)
    case .texts: type == .array
    case .flag: type == .boolean || isOptional || type == .string
    }
  }

  func accepts(_ given: LinkText) -> Bool { type.value(of: given) != nil }
}

extension Param.Kind {
  fileprivate func value(of text: LinkText) -> JSONValue? {
    switch self {
    case .string, .any: .string(text.string)
    case .integer: text.integer.map(JSONValue.integer)
    case .number: text.integer.map(JSONValue.integer) ?? text.number.map(JSONValue.number)
    case .boolean: text.string == "true" ? true : text.string == "false" ? false : nil
    case .array: .array([.string(text.string)])
    case .object: nil
    }
  }
}
