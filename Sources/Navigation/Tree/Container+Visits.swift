import JSON

// The visits of a root that goes back chronologically: a list of the ids of screens, also of some that have gone.

extension Container.Focus {
  /// The greatest number of visits. Older ones are dropped.
  static let mostVisits = 200

  /// Reads `visits`; nil when it is absent.
  static func visits(stored json: JSONValue) throws(StoredDataError) -> [Screen.ID]? {
    guard let visits = json["visits"] else { return nil }
    let ids = visits.arrayValue?.compactMap(\.stringValue)
    guard let ids, ids.count == visits.arrayValue?.count, ids.count <= mostVisits else {
      throw StoredDataError("The visits of a container", visits)
    }
    return ids
  }
}

extension Container {
  /// The selection as clients receive it: that of a stack, where it is not used, has the index of the last screen.
  package var shownFocus: Focus {
    var shown = focus
    shown.selected = selected
    return shown
  }

  /// Takes over the selection of a step. In a stack it has only visits.
  package mutating func take(_ new: Focus) {
    if kind == .stack { focus.visits = new.visits } else { focus = new }
  }
}

extension JSONWriter {
  /// Writes the member `visits`, if there is one, after other members.
  mutating func append(visits: [Screen.ID]?) {
    guard let visits else { return }
    append(",\"visits\":")
    append(ids: visits)
  }
}

extension Restoration {
  /// Reads the visits of a root that goes back chronologically; those of a replaced root, if none are passed. Nil for other
  /// containers.
  mutating func visits(
    _ json: JSONValue?, _ definition: ContainerDefinition, _ depth: Int, _ place: JSONPointer
  ) -> [Screen.ID]? {
    guard let initial = definition.initialVisits(atDepth: depth) else {
      if json != nil { report("Only a root with the `backBehavior` `chronological` has `visits`.", place, "visits") }
      return nil
    }
    guard let json else { return formerVisits ?? initial }
    let ids = json.arrayValue?.compactMap(\.stringValue) ?? []
    guard let list = json.arrayValue, ids.count == list.count, ids.count <= Container.Focus.mostVisits else {
      report(
        "`visits` must be a list of at most \(Container.Focus.mostVisits) ids of screens; it is "
          + "\(json.text.prefix(100)).", place, "visits")
      return initial
    }
    return ids
  }
}

extension Tree {
  /// The last visit to a screen that is still there and is not the current one: its index in a list of visits; nil: there is
  /// none.
  func lastVisit(in visits: [Screen.ID]) -> Int? {
    guard !visits.isEmpty else { return nil }
    let current = current.id
    return visits.lastIndex { $0 != current && root.holder(of: $0) != nil }
  }
}
