import JSON

// Actions that a session has stored: intents, and those of timers and of calls.

extension AppMigration {
  /// Returns a stored action with the new names of routes.
  ///
  /// - Parameters:
  ///   - place: The place of the action in the session, for the error.
  ///   - app: The new version.
  /// - Throws: `ActionError` (`migration-misfit`) when it names a route, an action or params that the new version does not have.
  func renamed(_ fields: JSONObject, in place: String, for app: App) throws(ActionError) -> JSONObject {
    do throws(ActionError) {
      let action = Action(fields: try renamed(fields))
      try app.check(action)
      return action.fields
    } catch {
      throw .misfit(app, "\(place): \(error.refusal.explanation)")
    }
  }

  /// Returns a stored action, which may have expressions, with the new names of routes.
  func renamed(_ fields: JSONObject) throws(ActionError) -> JSONObject {
    guard let type = fields["type"]?.stringValue, NavigationAction.types.contains(type) else { return fields }
    return try renamed(.object(fields), depth: 1).objectValue ?? fields
  }

  /// The deepest value that an action of navigation may have; the stack of a thread is short.
  private static let deepest = 256

  /// Renames the routes of an action or of a navigation in it.
  private func renamed(_ value: JSONValue, depth: Int) throws(ActionError) -> JSONValue {
    guard depth <= Self.deepest else {
      throw .forbidden("migration-misfit", "it is nested more than \(Self.deepest) deep.")
    }
    switch value {
    case .array(let elements):
      return .array(try elements.map { element throws(ActionError) in try renamed(element, depth: depth + 1) })
    case .object(var members):
      // The values of these members are the app's own: a `route` in them need not name one.
      for (name, member) in members where name != "params" && name != "state" && name != "result" {
        members[name] = name == "route" ? try newName(of: member) : try renamed(member, depth: depth + 1)
      }
      return .object(members)
    default: return value
    }
  }

  private func newName(of route: JSONValue) throws(ActionError) -> JSONValue {
    guard let name = route.stringValue, let new = routes[name] else { return route }
    guard let new else {
      throw .forbidden("migration-misfit", "it names the route \"\(name)\", which the new version removes.")
    }
    return .string(new)
  }
}

extension App {
  /// Checks that the app has an action, with its arguments or the route and the params that it names. Values that an
  /// expression will fill in are not known yet.
  func check(_ stored: Action) throws(ActionError) {
    do throws(ActionError) {
      try checkFilled(stored)
    } catch {
      let isFilledLater = error.faults.map { fault in
        fault.pointer.evaluate(on: .object(stored.fields))?.stringValue?.contains("${") ?? false
      }
      guard !isFilledLater.isEmpty, !isFilledLater.contains(false) else { throw error }
    }
  }

  private func checkFilled(_ stored: Action) throws(ActionError) {
    var action = stored
    while action.type == "screen" { action = try Action(json: action.fields["action"] ?? .null) }
    if let navigation = try NavigationAction(action) { return try navigation.check(in: self) }
    guard hasOwnAction(action.type) || action.type == ActionSchema.setState.type else {
      throw .unknown(action, of: self, known: ownActionTypes)
    }
    let own = logic?.actions[action.type] ?? routes.values.lazy.compactMap { $0.logic?.actions[action.type] }.first
    if let own { _ = try own.arguments(of: action) }
  }
}
