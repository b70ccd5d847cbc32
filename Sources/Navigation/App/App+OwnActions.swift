import JSON

/// The actions of the app itself, beside those of navigation.
extension App {
  /// Whether the app's reducer or the reducer of some screen takes actions of that type from clients.
  package func hasOwnAction(_ type: String) -> Bool {
    if let feature, feature.actions.contains(type) || feature.messages.contains(type) { return true }
    if logic?.actions[exactly: type] != nil { return true }
    return routes.values.contains {
      $0.actionTypes.contains { $0.isIdentical(to: type) } || $0.feature?.messages.contains(type) == true
    }
  }

  /// Whether only reducers and backends may send an action of the type to a session.
  func keepsFromClients(_ type: String) -> Bool {
    let messages = routes.values.compactMap { $0.feature?.messages } + [feature?.messages ?? []]
    return messages.contains { $0.contains(type) }
  }

  /// The types of the actions: those of the app's reducer, then those of the screens, by the names of their routes.
  package var ownActionTypes: [String] {
    var types = (feature?.actions ?? []) + (logic?.actions.keys.sorted() ?? [])
    for route in routes.values.sorted(by: { $0.name < $1.name }) {
      for type in route.actionTypes where !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// The refusal of an action that only screens off the focus path have; nil when no route of the definition has it.
  func notHere(_ action: Action) -> ActionError? {
    let owners = routes.values.filter { $0.logic?.actions[exactly: action.type] != nil }.map(\.name).sorted()
    guard !owners.isEmpty else { return nil }
    return .forbidden(
      "not-here",
      "`\(action.type)` is an action of \(Self.list(owners)), and no screen of these is on the focus path; name one as `screen`."
    )
  }

  /// Whether a step of the definition begins sessions anew.
  package var canRestart: Bool { logic?.canRestart == true }
}

extension App {
  /// The schemas of the app's own actions: those of the screens of these routes, the innermost first, then the app's.
  /// Each type is there once.
  package func ownActions(onPath routes: [String]) -> [ActionSchema] {
    var (schemas, seen) = ([ActionSchema](), Set(NavigationAction.types + [ActionSchema.setState.type]))
    func add(_ actions: [LogicAction]?) {
      for action in actions ?? [] where seen.insert(action.type).inserted { schemas.append(action.schema) }
    }
    func add(_ types: [String]?, _ known: [ActionSchema]?) {
      for type in types ?? [] where seen.insert(type).inserted {
        schemas.append(known?.first { $0.type == type } ?? ActionSchema(type))
      }
    }
    for route in routes.reversed().compactMap({ self.routes[$0] }) {
      add(route.logic?.sortedActions)
      add(route.feature?.actions, route.feature?.schemas)
    }
    add(logic?.sortedActions)
    add(feature?.actions, feature?.schemas)
    return schemas
  }
}
