import JSON

extension Restoration {
  /// What is selected, and what belongs to it: as given, as far as it means something for the kind.
  mutating func focus(
    _ container: inout Container, _ given: JSONObject, _ definition: ContainerDefinition, _ depth: Int,
    _ place: JSONPointer
  ) throws(Refused) {
    checkMembers(given, definition.kind, place)
    let selected = selected(given["selected"], container, definition, place)
    guard container.kind != .stack else { return }
    if container.kind == .switch, container.screens.count > 1 {
      note("A switch holds one screen; these are \(container.screens.count).", place, "screens")
    }
    let focused = container.screens[selected].id
    try complete(&container, definition, depth)
    container.focus.selected =
      given["selected"] == nil
      ? definition.initialIndex(in: container.screens) : container.screens.firstIndex { $0.id == focused } ?? 0
    container.focus.isOpen = isOpen(given["open"], definition, place)
    container.focus.history = definition.history(
      container.screens, focus: container.focus, former: history(given["history"], container, definition, place))
  }

  private mutating func checkMembers(_ given: JSONObject, _ kind: Container.Kind, _ place: JSONPointer) {
    if given["history"] != nil, !kind.hasHistory { note("A \(kind.rawValue) has no `history`.", place, "history") }
    if given["open"] != nil, kind != .drawer { note("Only a drawer is `open`.", place, "open") }
  }

  private mutating func selected(
    _ json: JSONValue?, _ container: Container, _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> Int {
    let last = container.screens.count - 1
    guard let json else { return definition.kind == .stack ? last : definition.initialIndex(in: container.screens) }
    guard let index = json.integerValue.map(Int.init), container.screens.indices.contains(index) else {
      note("`selected` is the index of a screen, 0 to \(last); this is \(json.excerpt).", place, "selected")
      return 0
    }
    if definition.kind == .stack, index != last {
      note("In a stack the last screen is selected: `selected` is \(last) here, not \(index).", place, "selected")
    }
    return index
  }

  /// Tabs, drawer and pages hold a screen for each of their routes: one that is not given is made.
  private mutating func complete(
    _ container: inout Container, _ definition: ContainerDefinition, _ depth: Int
  ) throws(Refused) {
    guard definition.kind != .switch, let routes = definition.routes else { return }
    let given = Dictionary(grouping: container.screens, by: \.route)
    guard routes.contains(where: { given[$0] == nil }) else { return }
    var screens: [Screen] = []
    for name in routes {
      if let there = given[name] {
        screens += there
      } else {
        screens.append(
          try app.makeScreen(try app.route(named: name), params: nil, depth: depth) { makeID() })
      }
    }
    container.screens = screens
  }

  private mutating func isOpen(_ json: JSONValue?, _ definition: ContainerDefinition, _ place: JSONPointer) -> Bool {
    guard definition.kind == .drawer, let json else { return definition.kind == .drawer && definition.isOpen }
    guard case .bool(let isOpen) = json else {
      note("`open` is true or false; this is \(json.kind).", place, "open")
      return false
    }
    return isOpen
  }

  /// What was visited, where that cannot be computed from what is selected.
  private mutating func history(
    _ json: JSONValue?, _ container: Container, _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> [Screen.ID] {
    guard definition.keepsHistory, let json else { return [] }
    guard case .array(let list) = json else {
      note("`history` is a list of screen ids; this is \(json.kind).", place, "history")
      return []
    }
    let ids = list.compactMap(\.stringValue)
    guard ids.count == list.count, ids.allSatisfy({ id in container.screens.contains { $0.id == id } }) else {
      note("`history` holds ids of this container's screens; this is \(json.text.prefix(100)).", place, "history")
      return []
    }
    return ids
  }
}
