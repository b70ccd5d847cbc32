import JSON

extension Route {
  /// Returns the params of a new screen, or of one whose params are replaced: those passed, over the initial ones.
  ///
  /// - Throws: 422 when a param is missing, unknown or of the wrong type.
  func fullParams(_ given: JSONObject?) throws(ActionError) -> JSONObject {
    var full = initialParams
    if let given { full.merge(given) }
    try check(full)
    return full
  }

  /// Checks the params for a new screen.
  func checkNew(_ given: JSONObject?) throws(ActionError) {
    if params != nil { _ = try fullParams(given) }
  }

  /// Checks params that are merged into those of a screen: each must be known and of the right type.
  func checkMerged(_ given: JSONObject) throws(ActionError) {
    guard let params else { return }
    for (name, value) in given {
      guard let param = params.first(where: { $0.name == name }), param.accepts(value) else {
        var full = initialParams
        full.merge(given)
        throw refusal(of: full, atFault: Set(given.names))
      }
    }
  }

  /// Returns the params of a screen that is reached again.
  ///
  /// - Parameter given: The passed params. Nil keeps the screen's. Otherwise they replace those over the initial ones;
  ///   with `merge`, they are merged over the initial ones and the screen's.
  func params(of screen: Screen, given: JSONObject?, merge: Bool) throws(ActionError) -> JSONObject {
    guard let given else { return screen.params }
    guard merge else { return try fullParams(given) }
    var merged = screen.params
    merged.merge(given)
    return try fullParams(merged)
  }

  /// Checks that params are complete, known and of the right types.
  ///
  /// - Throws: `ActionError` with all faults.
  func check(_ given: JSONObject) throws(ActionError) {
    guard let params else { return }
    var known = 0
    for param in params {
      guard let value = given[param.name] else {
        guard param.isOptional else { throw refusal(of: given) }
        continue
      }
      known += 1
      guard param.accepts(value) else { throw refusal(of: given) }
    }
    // Names are unique, so that a difference of the counts is a name which is not declared.
    guard known == given.count else { throw refusal(of: given) }
  }

  /// - Parameter names: The params to check; nil for all, including missing ones.
  private func refusal(of given: JSONObject, atFault names: Set<String>? = nil) -> ActionError {
    let params = params ?? []
    let faulty = params.lazy.compactMap { param -> Fault? in
      guard let value = given[param.name] else {
        return param.isOptional || names != nil
          ? nil : fault(param.name, "\"\(name)\" needs the param `\(param.name)`, \(param.expected).")
      }
      return param.mismatch(of: value).map {
        fault(param.name, "The param `\(param.name)` of \"\(name)\" \($0).")
      }
    }
    let known = Set(params.map(\.name))
    let taken = App.list(params.map(\.name))
    let unknown = given.names.lazy.filter { !known.contains($0) }.map {
      fault($0, "\"\(name)\" has no param `\($0)`; it takes \(taken).")
    }
    let faults = Array((Array(faulty.prefix(Fault.most)) + unknown.prefix(Fault.most)).prefix(Fault.most))
    return ActionError(
      .invalid("bad-params", faults.map(\.detail).prefix(3).joined(separator: " "), isFinal: true), faults: faults)
  }

  private func fault(_ param: String, _ detail: String) -> Fault {
    Fault(at: JSONPointer().appending(name: "params").appending(name: param), detail)
  }

  /// The state of a new screen with these params.
  func initialState(_ params: JSONObject) throws(ActionError) -> JSONValue {
    try feature?.initialState(params) ?? state
  }

  /// The value that identifies a screen among others of the route; nil when the route has no identity.
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
    case .any: "any value"
    case .string, .number, .boolean: "a \(rawValue)"
    }
  }
}
