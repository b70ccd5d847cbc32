import JSON

extension [Param] {
  /// Checks the arguments of an action.
  ///
  /// - Returns: The arguments with defaults for absent ones, and numbers of the declared kinds.
  /// - Throws: `ActionError` (422) with all faults.
  func arguments(_ given: JSONObject, of action: String) throws(ActionError) -> JSONObject {
    if isEmpty, given.isEmpty { return given }
    var (arguments, faults, codes) = (JSONObject(), [Fault](), [String]())
    func report(_ code: String, _ name: String, _ detail: String) {
      codes.append(code)
      faults.append(Fault(at: JSONPointer().appending(name: name), detail))
    }
    for param in self {
      guard let value = given[param.name] ?? param.schema?.json["default"] else {
        if !param.isOptional {
          report("missing-arg", param.name, "`\(action)` needs the argument `\(param.name)`, \(param.expected).")
        }
        continue
      }
      if let mismatch = param.mismatch(of: value) {
        report("bad-arg", param.name, "The argument `\(param.name)` of `\(action)` \(mismatch).")
      } else {
        arguments[param.name] = param.type.converted(value)
      }
    }
    let names = map(\.name)
    for name in given.names where !names.contains(name) {
      report("unknown-arg", name, "`\(action)` has no argument `\(name)`; it takes \(App.list(names)).")
    }
    guard let code = codes.first else { return arguments }
    throw ActionError(
      .invalid(code, faults.map(\.detail).prefix(3).joined(separator: " "), isFinal: true), faults: faults)
  }

  /// The params of a screen as expressions read them: numbers of the declared kinds.
  func converted(_ params: JSONObject) -> JSONObject {
    guard contains(where: { $0.type == .number || $0.type == .integer }) else { return params }
    return reduce(into: params) { converted, param in
      if let value = params[param.name] { converted[param.name] = param.type.converted(value) }
    }
  }
}

extension Param {
  /// The allowed values, or else the type, in words.
  package var expected: String { schema?.expected ?? type.article }

  /// The way in which a value does not fit, as the end of a sentence; nil when it fits.
  package func mismatch(of value: JSONValue) -> String? {
    if isOptional, value.isNull { return nil }
    if let schema { return schema.mismatch(of: value) }
    return type.accepts(value) ? nil : "must be \(type.article); it is \(value.kind)"
  }

  package func accepts(_ value: JSONValue) -> Bool {
    if let schema, !value.isNull || !isOptional { return schema.mismatch(of: value) == nil }
    return type.accepts(value) || isOptional && value.isNull
  }
}

extension Param.Kind {
  /// A whole number of the kind `number` as a double, and one of the kind `integer` as an integer.
  fileprivate func converted(_ value: JSONValue) -> JSONValue {
    switch (self, value) {
    case (.number, .integer(let integer)): .number(Double(integer))
    case (.integer, .number): value.integerValue.map(JSONValue.integer) ?? value
    default: value
    }
  }
}
