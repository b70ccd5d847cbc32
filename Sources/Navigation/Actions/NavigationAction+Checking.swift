extension NavigationAction {
  /// Checks the parts of the action that do not depend on the state: its routes and params.
  func check(in app: App) throws(ActionError) {
    switch self {
    case .push(let destination), .replace(let destination), .insert(let destination, _), .switchTo(let destination),
      .present(let destination, _, _), .route(.route(let destination), _):
      try app.route(named: destination.route).checkNew(destination.params)
    case .navigate(let destination, let merge, _):
      let route = try app.route(named: destination.route)
      if merge { try route.checkMerged(destination.params ?? [:]) } else { try route.checkNew(destination.params) }
    case .popTo(.route(let name), let params, let merge, _), .select(.route(let name), let params, let merge):
      let route = try app.route(named: name)
      guard let params else { return }
      if merge { try route.checkMerged(params) } else { try route.checkNew(params) }
    default:
      break
    }
  }
}
