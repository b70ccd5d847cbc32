import CEL
import JSON
import Navigation

extension DefinitionReader {
  mutating func app(_ node: JSONNode, named expected: String?) -> App? {
    let members = [
      "app", "version", "title", "description", "device", "data", "schema", "root", "routes", "actions", "idle", "undo",
      "expires", "migrate", "acceptsMessagesFrom", "clientRole", "clients", "access", "variants", "flows",
      "fileVersion", "$schema", "rollout",
    ]
    guard isObject(node, "A definition", members: members) else { return nil }
    if let rollout = node["rollout"] {
      report(
        "`rollout` is no part of a definition: set it with `PUT /v1/apps/{app}/rollout`. `GET /v1/apps/{app}?version=` "
          + "answers with the definition alone.", at: rollout.place)
    }
    let name = name(of: node, expected)
    let version = version(of: node)
    if let number = node["fileVersion"], number.value.integerValue == nil {
      report("`fileVersion` must be an integer; it is \(number.value.kind).", at: number.place)
    }
    let data = node["data"].flatMap { object($0, "`data`") } ?? [:]
    let schema = schema(of: node, for: .object(data), "data")
    logicPlace = LogicPlace(data: CELType(ofInitial: .object(data), by: schema), meter)
    collectActions(of: node)
    let routes = routes(of: node)
    let root = required("root", of: node, "the outermost container.").flatMap { container($0) }
    var logic = logic(of: node)
    let idle = node["idle"].flatMap { self.idle($0, &logic) }
    let senders = node["acceptsMessagesFrom"].flatMap { self.senders($0) } ?? []
    let role = node["clientRole"].flatMap { clientRole($0) } ?? .lead
    let clients = node["clients"].map { self.clients($0, data) } ?? ClientRights()
    let access = node["access"].flatMap { self.access($0) }
    let variants = node["variants"].map { self.variants($0) } ?? Variants()
    let flows = node["flows"].map { self.flows($0) } ?? FlowSettings()
    let metadata = metadata(of: node)
    let migrations = node["migrate"].map { self.migrations($0, to: version, routes) } ?? [:]
    if canRestart {
      if logic == nil { logic = AppLogic() }
      logic?.canRestart = true
    }
    checkStarts(routes)
    // `App.init` traps for some of these faults, such as two routes with one path.
    guard faults.isEmpty, let name, let version, let root else { return nil }
    let app = App(
      name, version: version, root: root, routes: routes, data: .object(data), schema: schema, idle: idle,
      acceptsMessagesFrom: senders, clientRole: role, clients: clients, access: access, variants: variants,
      flows: flows, metadata: metadata, logic: logic, migrations: migrations)
    return canStart(app) && canFollowLinks(app) ? app : nil
  }

  /// Reads the schema of the data or of a state, which the initial value has to fit.
  ///
  /// - Parameter member: The member with the initial value.
  mutating func schema(of node: JSONNode, for initial: JSONValue, _ member: String) -> ValueSchema? {
    guard let schema = node["schema"].flatMap({ ValueSchema($0, &self) }) else { return nil }
    if let mismatch = schema.mismatch(of: initial) {
      report("By `schema`, `\(member)` \(mismatch).", at: node.place.appending(name: member))
    }
    return schema
  }

  /// Collects the names of the actions of the app and of its routes, to which steps refer.
  private mutating func collectActions(of node: JSONNode) {
    let owners = [node] + (node["routes"]?.members.map(\.node) ?? [])
    ownActions = Set(owners.flatMap { $0["actions"]?.members.map(\.name) ?? [] })
  }

  private mutating func logic(of node: JSONNode) -> AppLogic? {
    var logic = AppLogic()
    if let actions = node["actions"] {
      logic.actions = readLogic { $0.logicActions(actions, in: $0.reader.logicPlace) }
    }
    if let undo = node["undo"] { logic.undo = self.undo(undo) }
    if let expires = node["expires"] { logic.expires = self.expires(expires) }
    return ["actions", "undo", "expires"].allSatisfy { node[$0] == nil } ? nil : logic
  }

  private mutating func migrations(_ node: JSONNode, to version: Int?, _ routes: [Route]) -> [Int: AppMigration] {
    let params = Dictionary(routes.map { ($0.name, $0.params?.map(\.name)) }) { first, _ in first }
    return readLogic { $0.migrations(node, to: version, params: params) }
  }

  private mutating func expires(_ node: JSONNode) -> Int64? {
    guard let text = string(node, "`expires`") else { return nil }
    if let milliseconds = JSONDuration.milliseconds(of: text), milliseconds >= 1_000, milliseconds % 1_000 == 0 {
      return milliseconds
    }
    return fault(
      "`expires` must be a duration of whole seconds such as \"P30D\" or \"PT12H\", without years and months; it is "
        + "\(node.value.excerpt).", at: node.place)
  }

  private mutating func undo(_ node: JSONNode) -> AppLogic.Undo {
    if node.value == false { return .none }
    if let limit = node["limit"]?.value.integerValue, (1...1_000_000).contains(limit),
      isObject(node, "`undo`", members: ["limit"])
    {
      return .limited(Int(limit))
    }
    report(
      "`undo` must be false, or an object such as {\"limit\": 50}, the number of steps that clients can undo; it is "
        + "\(node.value.excerpt).", at: node.place)
    return .all
  }

  private mutating func name(of node: JSONNode, _ expected: String?) -> String? {
    guard let member = required("app", of: node, "the app's name.") else { return nil }
    guard let name = appName(member, "The app's name") else { return nil }
    if let expected, name != expected {
      report(
        "The app's name must be \"\(expected)\"; it is \"\(name)\".", at: member.place)
    }
    return name
  }

  /// Reads the names of the apps whose sessions may send messages to this one's. These apps need not exist.
  private mutating func senders(_ node: JSONNode) -> Set<String>? {
    guard let apps = list(node, "`acceptsMessagesFrom`", "a list of the names of apps") else { return nil }
    guard apps.count <= Self.maximumSenders else {
      return fault(
        "`acceptsMessagesFrom` must have at most \(Self.maximumSenders) apps; it has \(apps.count).", at: node.place)
    }
    return Set(names(apps, "`acceptsMessagesFrom`") { $0.appName($1, "The name of an app") })
  }

  private mutating func clientRole(_ node: JSONNode) -> TokenRole? {
    let roles = [TokenRole.watch, .act, .lead]
    if let role = roles.first(where: { node.value == .string($0.rawValue) }) { return role }
    return fault("`clientRole` must be \"watch\", \"act\" or \"lead\"; it is \(node.value.excerpt).", at: node.place)
  }

  private static let maximumSenders = 100

  private mutating func appName(_ node: JSONNode, _ what: String) -> String? {
    guard let name = string(node, what) else { return nil }
    if AppDefinition.isName(name) { return name }
    return fault(
      "\(what) must be 1 to 64 of a–z, 0–9, `-` and `_`, and begin with a letter or digit; it is \(node.value.excerpt).",
      at: node.place)
  }

  private mutating func version(of node: JSONNode) -> Int? {
    guard let member = required("version", of: node, "an integer that grows with each change, 1 at first.") else {
      return nil
    }
    if let version = member.value.integerValue, version >= 1 { return Int(version) }
    return fault("The version must be an integer from 1; it is \(member.value.excerpt).", at: member.place)
  }

  /// Reads all routes. Their names are collected first, because other parts refer to them.
  private mutating func routes(of node: JSONNode) -> [Route] {
    guard let member = required("routes", of: node, "an object with a member for each route.") else { return [] }
    guard case .object(let object) = member.value else {
      report("`routes` must be an object with a member for each route; it is \(member.value.kind).", at: member.place)
      return []
    }
    routeNames = object.names
    knownRoutes = []
    if object.isEmpty { report("An app needs at least one route.", at: member.place) }
    return named("route", in: member).filter { name, node in isRouteName(name, at: node.place) }
      .compactMap { name, node in route(name, node) }
  }

  private mutating func isRouteName(_ name: String, at place: JSONPointer) -> Bool {
    guard (1...64).contains(name.utf8.count) else {
      report("A route's name must have 1 to 64 bytes; it has \(name.utf8.count).", at: place)
      return false
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      report("A route's name has no control characters.", at: place)
    }
    knownRoutes?.insert(ExactString(name))
    return true
  }

  // MARK: Texts for people

  private mutating func metadata(of node: JSONNode) -> AppMetadata {
    AppMetadata(
      title: node["title"].flatMap { text($0, "`title`", atMost: 80) },
      description: node["description"].flatMap { text($0, "`description`", atMost: 500) },
      device: node["device"].flatMap { choice($0, "`device`") })
  }

  private mutating func text(_ node: JSONNode, _ what: String, atMost limit: Int) -> String? {
    guard let text = string(node, what) else { return nil }
    let count = text.unicodeScalars.count
    guard (1...limit).contains(count) else {
      return fault("\(what) must have 1 to \(limit) characters; it has \(count).", at: node.place)
    }
    return text
  }
}
