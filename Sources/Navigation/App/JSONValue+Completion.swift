import JSON

extension JSONValue {
  /// The value with the members that it lacks, on every level of objects.
  ///
  /// A state that was stored before its type had a property gets the property from the initial state.
  func completed(by defaults: JSONValue) -> JSONValue {
    guard case .object(var members) = self, case .object(let defaults) = defaults else { return self }
    for (name, value) in defaults { members[name] = members[name]?.completed(by: value) ?? value }
    return .object(members)
  }
}
