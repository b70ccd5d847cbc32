import JSON
import Navigation

extension LogicReader {
  /// Reads the rules for sessions on earlier versions.
  ///
  /// - Parameters:
  ///   - version: The version of the definition; nil: it cannot be read.
  ///   - params: The names of the declared params of the routes that could be read; nil for a route that takes any.
  mutating func migrations(_ node: JSONNode, to version: Int?, params: [String: [String]?]) -> [Int: AppMigration] {
    guard reader.object(node, "`migrate`") != nil else { return [:] }
    var migrations: [Int: AppMigration] = [:]
    for (name, node) in node.members {
      // Read before its version is checked, so that its own faults are found as well.
      let migration = migration(node, params)
      // `Int` also reads `+1` and `01`, which would name a version twice.
      guard let former = Int(name), former >= 1, String(former) == name else {
        reader.report(
          "A member of `migrate` must be an earlier version, such as \"1\"; it is \(Suggestions.quoted(name)).",
          at: node.place)
        continue
      }
      if let version, former >= version {
        reader.report(
          "A member of `migrate` must be a version before \(version), the app's own; it is \(former).", at: node.place)
      }
      migrations[former] = migration
    }
    return migrations
  }

  private mutating func migration(_ node: JSONNode, _ params: [String: [String]?]) -> AppMigration {
    guard reader.isObject(node, "A migration", members: ["routes", "screens", "set", "startTimers"])
    else { return AppMigration() }
    var migration = AppMigration()
    if let routes = node["routes"] { migration.routes = newRoutes(routes) }
    if let screens = node["screens"] { migration.screens = screenRules(screens, params) }
    if let set = node["set"] {
      migration.data = assignments(set, "`set`", in: .former(hasScreen: false, reader.meter)) ?? []
    }
    migration.startsTimers = node["startTimers"].flatMap { reader.boolean($0, "`startTimers`") } ?? false
    return migration
  }

  /// Reads the new names of routes; null for those whose screens are removed.
  private mutating func newRoutes(_ node: JSONNode) -> [String: String?] {
    guard reader.object(node, "`routes`") != nil else { return [:] }
    var routes: [String: String?] = [:]
    for (former, node) in reader.named("route", in: node) {
      if node.value.isNull {
        routes[former] = .some(nil)
      } else if node.value.stringValue == nil {
        reader.report(
          "The new name of \(Suggestions.quoted(former)) must be a string, or null to remove its screens; it is "
            + "\(node.value.kind).", at: node.place)
      } else if let new = reader.route(node, "The new name of a route") {
        routes[former] = new
      }
    }
    return routes
  }

  // MARK: Screens

  private mutating func screenRules(
    _ node: JSONNode, _ params: [String: [String]?]
  ) -> [String: AppMigration.ScreenRule] {
    guard reader.object(node, "`screens`") != nil else { return [:] }
    var rules: [String: AppMigration.ScreenRule] = [:]
    for (route, node) in node.members {
      _ = reader.route(JSONNode(.string(route), at: node.place), "A route in `screens`")
      guard reader.isObject(node, "The migration of screens", members: ["params", "state"]) else { continue }
      if let given = node["params"], let declared = params[route] { reportUnknown(given, declared, route) }
      rules[route] = AppMigration.ScreenRule(
        params: node["params"].map { memberRules($0, "`params`") } ?? [],
        state: node["state"].map { memberRules($0, "`state`") } ?? [])
    }
    return rules
  }

  /// Reports values for params that the route does not declare.
  private mutating func reportUnknown(_ node: JSONNode, _ declared: [String]?, _ route: String) {
    guard let declared else { return }
    for (name, node) in node.members where !declared.contains(name) && !node.value.isNull {
      reader.report(
        "\(Suggestions.quoted(route)) has no param \(Suggestions.quoted(name)); "
          + reader.alternatives(to: name, among: declared), at: node.place)
    }
  }

  /// Reads the new values of members; null for those that are removed.
  private mutating func memberRules(_ node: JSONNode, _ what: String) -> [AppMigration.MemberRule] {
    guard reader.object(node, what) != nil else { return [] }
    var rules: [AppMigration.MemberRule] = []
    for (name, node) in reader.named("member", in: node) {
      if node.value.isNull {
        rules.append(AppMigration.MemberRule(name, nil))
      } else if let value = expression(node, "The value of `\(name)`", in: .former(hasScreen: true, reader.meter)) {
        rules.append(AppMigration.MemberRule(name, value))
      }
    }
    return rules
  }
}
