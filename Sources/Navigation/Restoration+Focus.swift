import JSON

/// What is said of a container's focus, where anything is.
struct GivenFocus {
  var selected: Int?
  var isOpen: Bool?
  var history: [Screen.ID] = []
}

extension Restoration {
  /// Reads what is selected in a container, and what belongs to it.
  ///
  /// - Parameter screens: The container's screens, which may have faults themselves.
  mutating func focus(
    _ given: JSONObject, on screens: [JSONValue], _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> GivenFocus {
    checkMembers(given, definition.kind, place)
    if definition.kind == .switch, screens.count > 1 {
      note("A switch holds one screen; these are \(screens.count).", place, "screens")
    }
    return GivenFocus(
      selected: selected(given["selected"], of: screens.count, definition, place),
      isOpen: isOpen(given["open"], definition, place),
      history: history(given["history"], of: screens, definition, place))
  }

  /// Puts the focus where it was given, or else where it is at the start.
  mutating func focus(
    _ container: inout Container, as given: GivenFocus, _ definition: ContainerDefinition, _ depth: Int
  ) throws(Refused) {
    guard container.kind != .stack else { return }
    let focused = given.selected.map { container.screens[$0].id }
    try complete(&container, definition, depth)
    container.focus.selected =
      focused.flatMap { id in container.screens.firstIndex { $0.id == id } }
      ?? definition.initialIndex(in: container.screens)
    container.focus.isOpen = given.isOpen ?? (definition.kind == .drawer && definition.isOpen)
    container.focus.history = definition.history(
      container.screens, focus: container.focus, former: given.history)
  }

  private mutating func checkMembers(_ given: JSONObject, _ kind: Container.Kind, _ place: JSONPointer) {
    if given["history"] != nil, !kind.hasHistory { note("A \(kind.rawValue) has no `history`.", place, "history") }
    if given["open"] != nil, kind != .drawer { note("Only a drawer is `open`.", place, "open") }
  }

  private mutating func selected(
    _ json: JSONValue?, of count: Int, _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> Int? {
    guard let json, count > 0 else { return nil }
    guard let index = json.integerValue.map(Int.init), (0..<count).contains(index) else {
      note("`selected` is the index of a screen, 0 to \(count - 1); this is \(json.excerpt).", place, "selected")
      return nil
    }
    if definition.kind == .stack, index != count - 1 {
      note("In a stack the last screen is selected: `selected` is \(count - 1) here, not \(index).", place, "selected")
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

  private mutating func isOpen(_ json: JSONValue?, _ definition: ContainerDefinition, _ place: JSONPointer) -> Bool? {
    guard definition.kind == .drawer, let json else { return nil }
    guard case .bool(let isOpen) = json else {
      note("`open` is true or false; this is \(json.kind).", place, "open")
      return nil
    }
    return isOpen
  }

  /// What was visited, where that cannot be computed from what is selected.
  private mutating func history(
    _ json: JSONValue?, of screens: [JSONValue], _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> [Screen.ID] {
    guard definition.keepsHistory, let json else { return [] }
    guard case .array(let list) = json else {
      note("`history` is a list of screen ids; this is \(json.kind).", place, "history")
      return []
    }
    let ids = list.compactMap(\.stringValue)
    let known = Set(screens.compactMap { $0["id"]?.stringValue })
    guard ids.count == list.count, known.isSuperset(of: ids) else {
      note("`history` holds ids of this container's screens; this is \(json.text.prefix(100)).", place, "history")
      return []
    }
    return ids
  }
}
