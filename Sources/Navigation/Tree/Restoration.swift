import JSON

/// A builder of a container from the JSON of a client, for a new session and for `reset`.
///
/// All or nothing: all faults are collected, and any fault refuses the whole.
struct Restoration {
  let app: App
  /// The screens of the replaced container. A screen that is passed again with its id keeps its state.
  private let former: [Screen.ID: Screen]
  var ids: RestoredIDs
  var faults: [Fault] = []
  /// Faults for screens that repeat an identity.
  var duplicates: [Fault] = []
  private let isReset: Bool
  /// The visits of the replaced container.
  private(set) var formerVisits: [Screen.ID]?

  /// Creates a builder for the whole navigation of a session.
  init(app: App) {
    self.app = app
    former = [:]
    ids = RestoredIDs()
    isReset = false
  }

  /// Creates a builder for one container of an existing tree.
  ///
  /// - Parameter allotted: The numbers of the ids that a repeated change makes.
  init(app: App, tree: Tree, replacing container: Container, _ allotted: AllottedIDs?) {
    self.app = app
    formerVisits = container.focus.visits
    former = Dictionary(container.screens.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    ids = RestoredIDs(tree, replacing: container, allotted)
    isReset = true
  }

  /// Creates a builder for the navigation of a session that a migration changes.
  init(app: App, migrating tree: Tree) {
    self.app = app
    former = [:]
    ids = RestoredIDs(after: tree)
    isReset = false
  }

  /// - Parameters:
  ///   - id: The container's id; nil: the passed one, or else `root`.
  ///   - depth: The nesting depth of the container, counted from 1.
  mutating func restore(
    _ json: JSONValue, as definition: ContainerDefinition, id: Container.ID?, depth: Int
  ) throws(ActionError) -> Container {
    // Before any id is made, which must not repeat one that is passed further on.
    ids.reserve(in: json)
    let place = JSONPointer().appending(name: "navigation")
    let container = try container(
      json, as: definition, id: id ?? json["id"]?.stringValue ?? "root", in: nil, depth, place)
    // A repeated identity is an invalid request in a new session (422), and a conflict in an existing one (409).
    if !isReset { faults += duplicates }
    guard let container, faults.isEmpty else {
      let count = faults.count == 1 ? "a fault" : "\(faults.count) faults"
      throw ActionError(
        .invalid("bad-navigation", "`navigation` has \(count): \(faults.first?.detail ?? "")", isFinal: true),
        faults: faults)
    }
    guard duplicates.isEmpty else {
      throw ActionError(.state("duplicate", duplicates[0].detail, isFinal: true), faults: duplicates)
    }
    return container
  }

  private static let members = [
    "id", "kind", "selected", "history", "historyParams", "open", "visits", "screens", "presented",
  ]

  private static let screenMembers = [
    "id", "route", "params", "formerParams", "state", "opener", "intent", "content",
  ]

  /// - Parameter holder: The route of the screen that holds the container; nil for the outermost.
  private mutating func container(
    _ json: JSONValue, as definition: ContainerDefinition, id: Container.ID, in holder: String?, _ depth: Int,
    _ place: JSONPointer
  ) throws(ActionError) -> Container? {
    try App.checkDepth(depth)
    guard let object = members(of: json, known: Self.members, at: place) else { return nil }
    claim(id, for: .content(of: holder), at: place.appending(name: "id"))
    if let given = object["id"], given != .string(id) {
      report("`id` must be \"\(id)\", or absent; it is \(given.excerpt).", place, "id")
    }
    if let kind = object["kind"], kind != .string(definition.kind.rawValue) {
      report("`kind` must be \"\(definition.kind.rawValue)\", or absent; it is \(kind.excerpt).", place, "kind")
    }
    let list = object["screens"]?.arrayValue ?? []
    if list.isEmpty { report("A container needs `screens`, a list with at least one screen.", place, "screens") }
    var screens: [Screen] = []
    for (index, json) in list.enumerated() {
      let place = place.appending(name: "screens").appending(index: index)
      if let screen = try screen(json, in: definition, depth, place) { screens.append(screen) }
    }
    let presented = try presented(object["presented"], depth, place.appending(name: "presented"))
    let focus = focus(object, on: list, definition, place)
    let visits = visits(object["visits"], definition, depth, place)
    // After a fault screens may be missing, to which the focus refers by index.
    guard faults.isEmpty else { return nil }
    var container = Container(id: id, kind: definition.kind, screens: screens, presented: presented)
    try self.focus(&container, as: focus, definition, depth)
    container.focus.visits = visits.map { visits in visits.filter { container.holder(of: $0) != nil } }
    reportDuplicates(in: container, at: place)
    return container
  }

  private mutating func presented(
    _ json: JSONValue?, _ depth: Int, _ place: JSONPointer
  ) throws(ActionError) -> [Presented] {
    guard let json else { return [] }
    guard case .array(let list) = json else {
      faults.append(Fault(at: place, "`presented` must be a list; it is \(json.kind)."))
      return []
    }
    var presented: [Presented] = []
    for (index, json) in list.enumerated() {
      let place = place.appending(index: index)
      guard let object = members(of: json, known: ["style", "screen"], at: place) else { continue }
      let style = object["style"]?.stringValue.flatMap(Presented.Style.init)
      if style == nil {
        report("`style` is one of \(App.list(Presented.Style.allCases.map(\.rawValue))).", place, "style")
      }
      let screen = try screen(object["screen"] ?? .null, in: nil, depth, place.appending(name: "screen"))
      if let style, let screen { presented.append(Presented(style: style, screen: screen)) }
    }
    return presented
  }

  private mutating func screen(
    _ json: JSONValue, in definition: ContainerDefinition?, _ depth: Int, _ place: JSONPointer
  ) throws(ActionError) -> Screen? {
    guard let object = members(of: json, known: Self.screenMembers, at: place) else {
      return nil
    }
    let id = id(object["id"], of: object["route"]?.stringValue, place)
    guard let route = route(object["route"], in: definition, place) else { return nil }
    let params = params(object["params"], of: route, place)
    let state = state(object["state"], of: route, id, params, place)
    var content: Container?
    if let definition = route.content {
      let place = place.appending(name: "content")
      let id = object["content"]?["id"]?.stringValue ?? ids.make()
      content =
        if let json = object["content"] {
          try container(json, as: definition, id: id, in: route.name, depth + 1, place)
        } else {
          try app.makeContainer(definition, id: id, depth: depth + 1) { ids.make() }
        }
    } else if object["content"] != nil {
      report("\"\(route.name)\" holds no container.", place, "content")
    }
    return Screen(
      id: id, route: route.name, params: params, state: state, content: content,
      opener: string(object["opener"], "opener", place), intent: intent(object["intent"], place),
      formerParams: formerParams(object["formerParams"], of: route, place))
  }

  private mutating func formerParams(_ json: JSONValue?, of route: Route, _ place: JSONPointer) -> [JSONObject] {
    guard let json else { return [] }
    guard case .array(let list) = json, list.count <= Screen.mostFormerParams else {
      report(
        "`formerParams` must be a list of at most \(Screen.mostFormerParams) objects, the newest last.", place,
        "formerParams")
      return []
    }
    return list.indices.compactMap { index in
      params(list[index], ofVisitTo: route.name, place.appending(name: "formerParams").appending(index: index))
    }
  }

  private mutating func string(_ json: JSONValue?, _ member: String, _ place: JSONPointer) -> String? {
    guard let json else { return nil }
    if case .string(let text) = json { return text }
    report("`\(member)` must be a string, the id of a screen; it is \(json.kind).", place, member)
    return nil
  }

  private mutating func intent(_ json: JSONValue?, _ place: JSONPointer) -> JSONObject? {
    guard let json else { return nil }
    if case .object(let fields) = json, fields["type"]?.stringValue != nil { return fields }
    report("`intent` must be an action, an object with a `type`; it is \(json.kind).", place, "intent")
    return nil
  }

  private mutating func route(_ json: JSONValue?, in definition: ContainerDefinition?, _ place: JSONPointer) -> Route? {
    guard case .string(let name)? = json else {
      report("A screen needs a `route`.", place, "route")
      return nil
    }
    guard let route = app.route(exactly: name) else {
      report("`\(app.name)` has no route \"\(name)\".", place, "route")
      return nil
    }
    if let definition, !definition.accepts(name) {
      report("This container takes \(App.list(definition.routes ?? [])), not \"\(name)\".", place, "route")
    }
    return route
  }

  private mutating func id(_ json: JSONValue?, of route: String?, _ place: JSONPointer) -> Screen.ID {
    guard let json else { return ids.make() }
    guard case .string(let id) = json else {
      report("An `id` must be a string; it is \(json.kind).", place, "id")
      return ""
    }
    claim(id, for: .screen(of: route), at: place.appending(name: "id"))
    return id
  }

  private mutating func params(_ json: JSONValue?, of route: Route, _ place: JSONPointer) -> JSONObject {
    guard case .object(let given) = json ?? .object([:]) else {
      report("`params` is an object.", place, "params")
      return [:]
    }
    // Faults of more screens help nobody, and take long to find.
    guard faults.count < Fault.most else { return [:] }
    do throws(ActionError) {
      return try route.fullParams(given)
    } catch {
      faults += error.moved(under: place).faults
      return [:]
    }
  }

  private mutating func state(
    _ json: JSONValue?, of route: Route, _ id: Screen.ID, _ params: JSONObject, _ place: JSONPointer
  ) -> JSONValue {
    if json == nil, let same = former[id], same.route == route.name { return same.state }
    do throws(ActionError) {
      guard let json else { return try route.initialState(params) }
      try route.feature?.check(json)
      if let mismatch = route.mismatch(of: json) { report(mismatch, place, "state") }
    } catch {
      let moved = error.moved(under: place)
      faults += moved.faults.isEmpty ? [Fault(at: place, error.refusal.detail)] : moved.faults
    }
    return json ?? .null
  }

  /// Returns the members of an object, with faults for unknown ones; nil when the value is not an object.
  private mutating func members(of json: JSONValue, known: [String], at place: JSONPointer) -> JSONObject? {
    guard case .object(let object) = json else {
      faults.append(Fault(at: place, "This must be an object; it is \(json.kind)."))
      return nil
    }
    for name in object.names where !known.contains(name) {
      report("The member `\(name)` is unknown; the known members are \(App.list(known)).", place, name)
    }
    return object
  }

  mutating func report(_ detail: String, _ place: JSONPointer, _ member: String) {
    faults.append(Fault(at: place.appending(name: member), detail))
  }
}
