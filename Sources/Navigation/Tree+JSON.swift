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
    writeMembers(to: &json)
    json.append("}")
  }

  private func writeMembers(to json: inout JSONWriter) {
    json.append("\"id\":")
    json.append(string: id)
    json.append(",\"route\":")
    json.append(string: route)
    json.append(",\"params\":")
    json.append(object: params)
    json.append(",\"state\":")
    json.append(value: state)
    guard let content else { return }
    json.append(",\"content\":")
    content.write(to: &json)
  }

  /// Writes the current screen: the same without content, which it has none of, and with the routes that lead to it.
  package func write(to json: inout JSONWriter, path: [String]) {
    json.append("{")
    writeMembers(to: &json)
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
