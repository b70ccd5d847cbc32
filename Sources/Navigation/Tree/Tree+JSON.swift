import JSON

extension Container {
  /// Writes the container as clients receive it.
  package func write(to json: inout JSONWriter) {
    json.append("{\"id\":")
    json.append(string: id)
    json.append(",\"kind\":")
    json.append(string: kind.rawValue)
    json.append(",\"selected\":")
    json.append(integer: selected)
    json.append(",\"screens\":[")
    for index in screens.indices {
      if index > 0 { json.append(",") }
      screens[index].write(to: &json)
    }
    json.append("]")
    if kind.hasHistory {
      json.append(",")
      json.append(history: focus.history)
    }
    if kind == .drawer {
      json.append(",\"open\":")
      json.append(bool: focus.isOpen)
    }
    json.append(",\"presented\":[")
    for index in presented.indices {
      if index > 0 { json.append(",") }
      presented[index].write(to: &json)
    }
    json.append("]}")
  }
}

extension Screen {
  /// Writes the screen as clients receive it.
  package func write(to json: inout JSONWriter) {
    json.append("{")
    json.append(raw: self.json)
    if let content {
      json.append(",\"content\":")
      content.write(to: &json)
    }
    json.append("}")
  }

  fileprivate func writeCurrent(to json: inout JSONWriter) {
    if let content { content.writeCurrent(to: &json) } else { json.append(raw: self.json) }
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
      json.append(",\"url\":")
      json.append(string: url)
    }
    json.append("}")
  }
}

extension Container {
  fileprivate func writeCurrent(to json: inout JSONWriter) {
    (presented.last?.screen ?? screens[selected]).writeCurrent(to: &json)
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
    json.append("{\"style\":")
    json.append(string: style.rawValue)
    json.append(",\"screen\":")
    screen.write(to: &json)
    json.append("}")
  }
}

extension JSONWriter {
  /// Appends an array of ids or route names.
  mutating func append(ids: [String]) {
    append("[")
    for index in ids.indices {
      if index > 0 { append(",") }
      append(string: ids[index])
    }
    append("]")
  }
}
