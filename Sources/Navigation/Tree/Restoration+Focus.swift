import JSON

/// The selection of a container as passed by a client; absent members are nil.
struct GivenFocus {
  var selected: Int?
  var isOpen: Bool?
  var history: [Visit] = []
}

extension Restoration {
  /// Reads the selection of a container and its history.
  ///
  /// - Parameter screens: The JSON of the container's screens, which may be invalid.
  mutating func focus(
    _ given: JSONObject, on screens: [JSONValue], _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> GivenFocus {
    checkMembers(given, definition.kind, place)
    if definition.kind == .switch, screens.count > 1 {
      report("A switch must have one screen; it has \(screens.count).", place, "screens")
    }
    if definition.kind.holdsEachRouteOnce { checkOnce(screens, definition, place) }
    return GivenFocus(
      selected: selected(given["selected"], of: screens.count, definition, place),
      isOpen: isOpen(given["open"], definition, place),
      history: history(given, of: screens, definition, place))
  }

  /// Applies the passed selection. Without one, selects the first of the passed tabs, or the initial screen.
  mutating func focus(
    _ container: inout Container, as given: GivenFocus, _ definition: ContainerDefinition, _ depth: Int
  ) throws(ActionError) {
    guard container.kind != .stack else { return }
    let selected = given.selected ?? (definition.kind.holdsEachRouteOnce ? 0 : nil)
    let focused = selected.map { container.screens[$0].id }
    try complete(&container, definition, depth)
    container.focus.selected =
      focused.flatMap { id in container.screens.firstIndex { $0.id == id } }
      ?? definition.initialIndex(in: container.screens)
    container.focus.isOpen = given.isOpen ?? (definition.kind == .drawer && definition.isOpen)
    let former = definition.keepsParams ? given.history.fixingParams(of: container.screens) : given.history
    container.focus.history = definition.history(container.screens, focus: container.focus, former: former)
  }

  private mutating func checkMembers(_ given: JSONObject, _ kind: Container.Kind, _ place: JSONPointer) {
    for name in ["history", "historyParams"] where given[name] != nil && !kind.hasHistory {
      report("A \(kind.rawValue) container has no `\(name)`.", place, name)
    }
    if given["open"] != nil, kind != .drawer { report("Only a drawer is `open`.", place, "open") }
  }

  private mutating func selected(
    _ json: JSONValue?, of count: Int, _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> Int? {
    guard let json, count > 0 else { return nil }
    guard let index = json.integerValue.map(Int.init), (0..<count).contains(index) else {
      report("`selected` must be the index of a screen, 0 to \(count - 1); it is \(json.excerpt).", place, "selected")
      return nil
    }
    if definition.kind == .stack, index != count - 1 {
      report(
        "In a stack the last screen is selected: `selected` is \(count - 1) here, not \(index).", place, "selected")
    }
    return index
  }

  /// Checks that tabs, drawers and panes hold each route at most once.
  private mutating func checkOnce(_ screens: [JSONValue], _ definition: ContainerDefinition, _ place: JSONPointer) {
    var known: [String: JSONValue] = [:]
    for (index, screen) in screens.enumerated() {
      guard let route = screen["route"]?.stringValue,
        let first = known.updateValue(screen["id"] ?? .null, forKey: route),
        // A screen that is passed twice is reported for its id.
        first.isNull || first != screen["id"]
      else { continue }
      report(
        "A \(definition.kind.rawValue) container holds one screen of each route; \"\(route)\" occurs twice.",
        place.appending(name: "screens").appending(index: index), "route")
    }
  }

  /// Adds missing screens of tabs, drawer, panes and pages, in the order of their routes. Pages that have all of them keep
  /// their order and can have duplicates.
  private mutating func complete(
    _ container: inout Container, _ definition: ContainerDefinition, _ depth: Int
  ) throws(ActionError) {
    guard definition.kind != .switch, let routes = definition.routes else { return }
    var given = Dictionary(grouping: container.screens, by: \.route)
    guard definition.kind.holdsEachRouteOnce || routes.contains(where: { given[$0] == nil }) else { return }
    var screens: [Screen] = []
    for name in routes {
      if let there = given.removeValue(forKey: name) {
        screens += there
      } else {
        screens.append(
          try app.makeScreen(try app.route(named: name), params: nil, depth: depth) { ids.make() })
      }
    }
    container.screens = screens
  }

  private mutating func isOpen(_ json: JSONValue?, _ definition: ContainerDefinition, _ place: JSONPointer) -> Bool? {
    guard definition.kind == .drawer, let json else { return nil }
    if case .bool(let isOpen) = json { return isOpen }
    report("`open` must be true or false; it is \(json.kind).", place, "open")
    return nil
  }
}
