import JSON

extension Route {
  /// The params of a new screen, or of one that gets others: those given, over the initial ones.
  ///
  /// - Throws: 422 when one is missing, unknown or of a wrong type.
  func fullParams(_ given: JSONObject?) throws(Refused) -> JSONObject {
    guard let given else {
      try check(initialParams)
      return initialParams
    }
    var full = initialParams
    full.merge(given)
    try check(full)
    return full
  }

  /// Holds params that are given to a new screen against what the route takes.
  func checkNew(_ given: JSONObject?) throws(Refused) {
    if params != nil { _ = try fullParams(given) }
  }

  /// The params of a screen that is reached again.
  ///
  /// - Parameter given: nil keeps what it has. Otherwise they replace it over the initial ones; with `merge`, the
  ///   initial ones, then what it has, then these.
  func params(of screen: Screen, given: JSONObject?, merge: Bool) throws(Refused) -> JSONObject {
    guard let given else { return screen.params }
    guard merge else { return try fullParams(given) }
    var merged = screen.params
    merged.merge(given)
    return try fullParams(merged)
  }

  /// Holds params against what the route takes.
  func check(_ given: JSONObject) throws(Refused) {
    guard let params else { return }
    var known = 0
    for param in params {
      guard let value = given[param.name] else {
        guard param.isOptional else {
          throw .invalid(
            "bad-params", "\"\(name)\" needs the param `\(param.name)`, \(param.type.article).",
            at: "params", param.name)
        }
        continue
      }
      known += 1
      guard param.type.takes(value) || param.isOptional && value.isNull else {
        throw .invalid(
          "bad-params",
          "The param `\(param.name)` of \"\(name)\" is \(param.type.article); this is \(value.kind).",
          at: "params", param.name)
      }
    }
    guard known < given.count else { return }
    let unknown = given.names.first { name in !params.contains { $0.name == name } } ?? ""
    throw .invalid(
      "bad-params", "\"\(name)\" has no param `\(unknown)`; it takes \(App.list(params.map(\.name))).",
      at: "params", unknown)
  }

  /// The state of a new screen with these params.
  func initialState(_ params: JSONObject) -> JSONValue { feature?.initialState(params) ?? state }

  /// What tells this screen from others of the route: nil when nothing does.
  func identity(_ params: JSONObject) -> JSONValue? {
    switch identity {
    case nil: nil
    case .single: .bool(true)
    case .param(let name): params[name]
    }
  }
}

extension Param.Kind {
  package var article: String {
    switch self {
    case .integer: "an integer"
    case .object: "an object"
    case .array: "an array"
    case .string, .number, .boolean: "a \(rawValue)"
    }
  }
}
