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

  /// Holds params that are merged into those of a screen against what the route takes: none may be unknown or of a wrong
  /// type.
  func checkMerged(_ given: JSONObject) throws(Refused) {
    guard let params else { return }
    for (name, value) in given {
      guard let param = params.first(where: { $0.name == name }), param.takes(value) else {
        var full = initialParams
        full.merge(given)
        throw refusal(of: full, atFault: Set(given.names))
      }
    }
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
  ///
  /// - Throws: All that is wrong with them.
  func check(_ given: JSONObject) throws(Refused) {
    guard let params else { return }
    var known = 0
    for param in params {
      guard let value = given[param.name] else {
        guard param.isOptional else { throw refusal(of: given) }
        continue
      }
      known += 1
      guard param.takes(value) else { throw refusal(of: given) }
    }
    guard known == given.count else { throw refusal(of: given) }
  }

  /// - Parameter names: Those that may be at fault; nil: all, and those that are missing.
  private func refusal(of given: JSONObject, atFault names: Set<String>? = nil) -> Refused {
    let params = params ?? []
    var faults = params.compactMap { param -> Fault? in
      guard let value = given[param.name] else {
        return param.isOptional || names != nil
          ? nil : fault(param.name, "\"\(name)\" needs the param `\(param.name)`, \(param.type.article).")
      }
      return param.takes(value)
        ? nil
        : fault(
          param.name, "The param `\(param.name)` of \"\(name)\" is \(param.type.article); this is \(value.kind).")
    }
    let known = Set(params.map(\.name))
    faults += given.names.filter { !known.contains($0) }.map {
      fault($0, "\"\(name)\" has no param `\($0)`; it takes \(App.list(params.map(\.name))).")
    }
    return Refused(
      .invalid("bad-params", faults.map(\.detail).prefix(3).joined(separator: " "), isFinal: true), faults: faults)
  }

  private func fault(_ param: String, _ detail: String) -> Fault {
    Fault(at: JSONPointer().appending(name: "params").appending(name: param), detail)
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

extension Param {
  fileprivate func takes(_ value: JSONValue) -> Bool { type.takes(value) || isOptional && value.isNull }
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
