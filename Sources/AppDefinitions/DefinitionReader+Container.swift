import JSON
import Navigation

extension DefinitionReader {
  /// Reads the definition of a container.
  ///
  /// - Parameter holder: The route whose screens hold it; nil for the root.
  mutating func container(_ node: JSONNode, heldBy holder: String? = nil) -> ContainerDefinition? {
    guard isObject(node, "A container", members: Self.members) else { return nil }
    let kind: Container.Kind? = required("kind", of: node, "what kind of container this is.").flatMap {
      choice($0, "The kind of a container")
    }
    if let kind { reportMembers(that: kind, hasNot: node, isRoot: holder == nil) }
    let routes = node["routes"].flatMap { self.routes($0, "`routes`") }
    if let list = node["routes"], list.value.arrayValue?.isEmpty == true {
      report("A container needs at least one route; omit `routes` to allow all routes of the app.", at: list.place)
    }
    let initial = initial(of: node, routes)
    let backBehavior: ContainerDefinition.BackBehavior? = node["backBehavior"].flatMap {
      choice($0, "`backBehavior`")
    }
    let reselect: ContainerDefinition.Reselect? = node["reselect"].flatMap { choice($0, "`reselect`") }
    let isOpen = node["open"].flatMap { boolean($0, "`open`") }
    guard let initial, let kind else { return nil }
    recordStart(of: node, kind, initial, heldBy: holder)
    return ContainerDefinition(
      kind: kind, routes: routes ?? (kind.startsWithAll ? routeNames : nil), initial: initial,
      backBehavior: backBehavior ?? .firstRoute, reselect: reselect ?? .none, isOpen: isOpen ?? false)
  }

  /// The members of containers of all kinds.
  private static let members = ["kind", "routes", "initial", "backBehavior", "reselect", "open"]

  /// Reports members that apply only to other kinds.
  private mutating func reportMembers(that kind: Container.Kind, hasNot node: JSONNode, isRoot: Bool) {
    let owners: [(name: String, kinds: [Container.Kind])] = [
      ("backBehavior", [.tabs, .drawer]), ("reselect", [.tabs, .drawer, .pages, .panes, .switch]), ("open", [.drawer]),
    ]
    let isChronological = node["backBehavior"]?.value == "chronological"
    if isChronological, !isRoot, let member = node["backBehavior"] {
      report(
        "`backBehavior` `chronological` is for the root container, whose visits lead through all containers; omit it here.",
        at: member.place)
    }
    for (name, kinds) in owners where !kinds.contains(kind) {
      guard let member = node[name], name != "backBehavior" || !isChronological else { continue }
      report(
        "A \(kind.rawValue) container has no `\(name)`, which is for \(Suggestions.list(kinds.map(\.rawValue))).",
        at: member.place
      )
    }
  }

  /// The route of the initial or initially selected screen: the named one, or else the first.
  private mutating func initial(of node: JSONNode, _ routes: [String]?) -> String? {
    guard let member = node["initial"] else { return (node["routes"] == nil ? routeNames : routes)?.first }
    guard let name = route(member, "`initial`") else { return nil }
    // If the list has faults, the name may be one of those that could not be read.
    let isWhole = routes?.count == node["routes"]?.value.arrayValue?.count
    if let routes, isWhole, !routes.contains(name) {
      return fault(
        "`initial` is \(Suggestions.quoted(name)), which is not a route of this container; "
          + alternatives(to: name, among: routes, "it takes"), at: member.place)
    }
    return name
  }

  /// Records the screens with which the container starts.
  private mutating func recordStart(
    of node: JSONNode, _ kind: Container.Kind, _ initial: String, heldBy holder: String?
  ) {
    guard kind.startsWithAll else {
      let place = node["initial"]?.place ?? node.place
      return starts.append(Start(screens: [(initial, place)], place: node.place, holder: holder))
    }
    guard let list = node["routes"] else {
      if holder != nil {
        // It would contain a screen of its holder. Detected here, because following all of them takes quadratic time.
        report(
          "A \(kind.rawValue) starts with a screen for each of its `routes`: name them. All routes of the app would "
            + "include the one that holds this container.", at: node.place)
      }
      let all = holder == nil ? routeNames.map { ($0, node.place) } : []
      return starts.append(Start(screens: all, place: node.place, holder: holder))
    }
    let screens = list.elements.compactMap { element in element.value.stringValue.map { ($0, element.place) } }
    starts.append(Start(screens: screens, place: node.place, holder: holder))
  }
}

extension Container.Kind {
  /// Whether it starts with a screen for each route instead of the initial one alone.
  fileprivate var startsWithAll: Bool {
    switch self {
    case .stack, .switch: false
    case .tabs, .drawer, .pages, .panes: true
    }
  }
}
