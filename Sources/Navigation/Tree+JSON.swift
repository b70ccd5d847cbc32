import JSON

extension Container {
  /// Writes the container as clients see it.
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
    json.append("],\"presented\":[")
    for index in presented.indices {
      if index > 0 { json.append(",") }
      presented[index].write(to: &json)
    }
    json.append("]}")
  }
}

extension Screen {
  /// Writes the screen as clients see it.
  package func write(to json: inout JSONWriter) {
    json.append("{")
    json.append(raw: self.json)
    if let content {
      json.append(",\"content\":")
      content.write(to: &json)
    }
    json.append("}")
  }

  /// Writes the current screen: the same without content, which it has none of, and with the routes that lead to it.
  package func write(to json: inout JSONWriter, path: [String]) {
    json.append("{")
    json.append(raw: self.json)
    json.append(",\"path\":[")
    for index in path.indices {
      if index > 0 { json.append(",") }
      json.append(string: path[index])
    }
    json.append("]}")
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
