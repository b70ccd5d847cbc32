import JSON

extension Plan {
  /// Writes the steps as clients receive them.
  package func write(to json: inout JSONWriter) {
    json.append(list: self) { $1.write(to: &$0) }
  }
}

extension Plan.Step {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .push(let screen, let container, let index):
      json.append(step: "push", in: container, at: index)
      json.append(",\"screen\":")
      screen.write(to: &json)
    case .pop(let screen, let container, let index):
      json.append(step: "pop", in: container, at: index)
      json.append(",\"id\":", string: screen)
    case .present(let presented, let container, let index):
      json.append(step: "present", in: container, at: index)
      json.append(",\"style\":", string: presented.style.rawValue)
      json.append(",\"screen\":")
      presented.screen.write(to: &json)
    case .dismiss(let screen, let container, let index):
      json.append(step: "dismiss", in: container, at: index)
      json.append(",\"id\":", string: screen)
    case .select(let container, let focus):
      json.append(step: "select", in: container, at: focus.selected)
      json.append(",")
      json.append(history: focus.history)
      json.append(",\"open\":", bool: focus.isOpen)
      json.append(visits: focus.visits)
    case .move(let container, let from, let to):
      json.append(step: "select", in: container, at: from)
      json.append(",\"to\":", integer: to)
    case .replace(let former, let container, let index, let screen):
      json.append(step: "replace", in: container, at: index)
      json.append(",\"id\":", string: former)
      json.append(",\"screen\":")
      screen.write(to: &json)
    case .replaceContainer(let container, let new):
      json.append("{\"step\":\"replace\",\"container\":", string: container)
      json.append(",\"with\":")
      new.write(to: &json)
    case .replaceParams(let screen, let params):
      json.append(replacing: screen)
      json.append(",\"params\":", object: params)
    case .replaceFormerParams(let screen, let params):
      json.append(replacing: screen)
      json.append(",\"formerParams\":")
      json.append(objects: params)
    case .replaceState(let screen, let state):
      json.append(replacing: screen)
      json.append(",\"state\":", value: state)
    case .replaceIntent(let screen, let intent):
      json.append(replacing: screen)
      json.append(",\"intent\":", value: intent.map(JSONValue.object) ?? .null)
    }
    json.append("}")
  }
}

extension JSONWriter {
  /// Begins a step at an index of a container.
  fileprivate mutating func append(step: StaticString, in container: Container.ID, at index: Int) {
    append("{\"step\":\"")
    append(step)
    append("\",\"container\":", string: container)
    append(",\"index\":", integer: index)
  }

  /// Begins a step that changes a screen in place.
  fileprivate mutating func append(replacing screen: Screen.ID) {
    append("{\"step\":\"replace\",\"id\":", string: screen)
  }
}
