import JSON

extension Container {
  /// Writes the container as clients receive it.
  package func write(to json: inout JSONWriter) {
    json.append("{\"id\":", string: id)
    json.append(",\"kind\":", string: kind.rawValue)
    json.append(",\"selected\":", integer: selected)
    json.append(",\"screens\":[")
    for index in screens.indices {
      if index > 0 { json.append(",") }
      // A method of the screen would copy it.
      if let members = screens[index].wholeJSON {
        json.append("{")
        json.append(raw: members)
        json.append("}")
      } else {
        screens[index].write(to: &json)
      }
    }
    json.append("]")
    if kind.hasHistory {
      json.append(",")
      json.append(history: focus.history)
    }
    if kind == .drawer {
      json.append(",\"open\":", bool: focus.isOpen)
    }
    json.append(visits: focus.visits)
    json.append(",\"presented\":")
    json.append(list: presented) { $1.write(to: &$0) }
    json.append("}")
  }
}

extension Screen {
  /// Writes the screen as clients receive it.
  package func write(to json: inout JSONWriter) {
    json.append("{")
    writeMembers(to: &json)
    if let content {
      json.append(",\"content\":")
      content.write(to: &json)
    }
    json.append("}")
  }

  fileprivate func writeCurrent(to json: inout JSONWriter) {
    if let content { content.writeCurrent(to: &json) } else { writeMembers(to: &json) }
  }
}

extension Tree {
  /// Writes the current screen as clients receive it: with the routes of its path, and without content.
  ///
  /// - Parameter url: The link that leads to the screen; nil: none.
  package func writeCurrent(to json: inout JSONWriter, url: String?) {
    json.append("{")
    root.writeCurrent(to: &json)
    json.append(",\"path\":[")
    root.writePath(to: &json)
    json.append("]")
    if let url {
      json.append(",\"url\":", string: url)
    }
    json.append("}")
  }
}

extension Container {
  fileprivate func writeCurrent(to json: inout JSONWriter) {
    if presented.isEmpty, let members = screens[selected].wholeJSON { return json.append(raw: members) }
    focused.writeCurrent(to: &json)
  }

  /// Writes the part of `Tree.currentPath` from this container on.
  fileprivate func writePath(to json: inout JSONWriter) {
    json.append(string: screens[selected].route)
    if !presented.isEmpty {
      json.append(",")
      json.append(string: presented[presented.count - 1].screen.route)
    }
    guard let content = focusedContent else { return }
    json.append(",")
    content.writePath(to: &json)
  }
}

extension Presented {
  func write(to json: inout JSONWriter) {
    json.append("{\"style\":", string: style.rawValue)
    json.append(",\"screen\":")
    screen.write(to: &json)
    json.append("}")
  }
}

extension JSONWriter {
  /// Appends an array of objects.
  mutating func append(objects: [JSONObject]) {
    append(list: objects) { $0.append(object: $1) }
  }

  /// Appends an array of ids or route names.
  mutating func append(ids: [String]) {
    append(list: ids) { $0.append(string: $1) }
  }
}

// The parts of a tree as they are stored with edits.

extension Screen {
  /// Reads the JSON that `write(to:)` writes.
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard case .string(let id)? = json["id"], case .string(let route)? = json["route"],
      case .object(let params)? = json["params"], let state = json["state"]
    else { throw StoredDataError("A screen", json) }
    self.init(
      id: id, route: route, params: params, state: state,
      content: try json["content"].map { json throws(StoredDataError) in try Container(stored: json) },
      opener: json["opener"]?.stringValue, intent: json["intent"]?.objectValue,
      formerParams: try json["formerParams"].map { json throws(StoredDataError) in try Self.formerParams(json) } ?? [])
  }

  static func formerParams(_ json: JSONValue) throws(StoredDataError) -> [JSONObject] {
    guard let list = json.arrayValue else { throw StoredDataError("Former params", json) }
    return try list.map { json throws(StoredDataError) in
      guard case .object(let params) = json else { throw StoredDataError("Former params", json) }
      return params.expanded
    }
  }
}

extension Container {
  /// Reads the JSON that `write(to:)` writes.
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard case .string(let id)? = json["id"], let kind = json["kind"]?.stringValue.flatMap(Kind.init),
      let screens = json["screens"]?.arrayValue, let presented = json["presented"]?.arrayValue
    else { throw StoredDataError("A container", json) }
    self.init(id: id, kind: kind, screens: [])
    for json in screens { self.screens.append(try Screen(stored: json)) }
    for json in presented { self.presented.append(try Presented(stored: json)) }
    if kind != .stack { focus = try Focus(stored: json) } else { focus.visits = try Focus.visits(stored: json) }
  }
}

extension Presented {
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard let style = json["style"]?.stringValue.flatMap(Style.init), let screen = json["screen"] else {
      throw StoredDataError("A presented screen", json)
    }
    self.init(style: style, screen: try Screen(stored: screen))
  }
}

extension Container.Focus {
  /// Reads `selected`, and `history` with its params, `open` and `visits`, if present.
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard let selected = json["selected"]?.integerValue else { throw StoredDataError("A selection", json) }
    self.init(
      selected: Int(selected), history: [Visit](membersOf: json), isOpen: json["open"]?.boolValue ?? false,
      visits: try Self.visits(stored: json))
  }

  func write(to json: inout JSONWriter) {
    json.append("{\"selected\":", integer: selected)
    json.append(",")
    json.append(history: history)
    json.append(",\"open\":", bool: isOpen)
    json.append(visits: visits)
    json.append("}")
  }
}

extension Container {
  /// The container as it is stored in a step.
  package var text: [UInt8] {
    var json = JSONWriter(capacity: size)
    write(to: &json)
    return json.bytes
  }
}
