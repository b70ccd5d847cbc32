extension Route {
  /// Whether regular expressions constrain the params or the arguments of an action.
  var hasPatterns: Bool { params?.hasPatterns == true || logic?.actions.values.contains(where: \.hasPatterns) == true }
}

extension LogicAction {
  /// Whether regular expressions constrain the arguments.
  var hasPatterns: Bool { args.hasPatterns }
}

extension [Param] {
  fileprivate var hasPatterns: Bool { contains { $0.schema?.hasPattern == true } }
}
