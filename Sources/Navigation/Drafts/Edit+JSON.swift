import JSON

/// An error for stored data of an unexpected shape.
package struct StoredDataError: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ what: String, _ json: JSONValue) {
    description = "\(what) cannot be read from \(json.text.prefix(200))"
  }
}

// An edit is stored as an array: its name and the values of the case, in order.

extension Edit {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .insert(let screen, let container, let index):
      write("insert", container, index, &json) { screen.write(to: &$0) }
    case .remove(let screen, let container, let index):
      write("remove", container, index, &json) { screen.write(to: &$0) }
    case .move(let container, let from, let to): write("move", container, from, &json) { $0.append(integer: to) }
    case .present(let presented, let container, let index):
      write("present", container, index, &json) { presented.write(to: &$0) }
    case .dismiss(let presented, let container, let index):
      write("dismiss", container, index, &json) { presented.write(to: &$0) }
    case .focus(let container, let former, let new):
      write("focus", container, &json, { former.write(to: &$0) }, { new.write(to: &$0) })
    case .replace(let container, let former, let new):
      write("replace", container, &json, { former.write(to: &$0) }, { new.write(to: &$0) })
    case .params(let screen, let former, let new):
      write("params", screen, &json, { $0.append(object: former) }, { $0.append(object: new) })
    case .formerParams(let screen, let former, let new):
      write("formerParams", screen, &json, { $0.append(objects: former) }, { $0.append(objects: new) })
    case .state(let screen, let former, let new):
      write("state", screen, &json, { $0.append(value: former) }, { $0.append(value: new) })
    case .intent(let screen, let former, let new):
      write(
        "intent", screen, &json, { $0.append(value: .object(orNull: former)) },
        { $0.append(value: .object(orNull: new)) })
    case .data(let former, let new):
      write("data", "", &json, { $0.append(value: former) }, { $0.append(value: new) })
    case .patch(let place, let patch):
      write("patch", place.id, &json, { $0.append(string: place.name.description) }, { patch.write(to: &$0) })
    case .version(let former, let new):
      write("version", "", &json, { $0.append(integer: former) }, { $0.append(integer: new) })
    case .forget: write("forget", "", &json, { $0.append("null") }, { $0.append("null") })
    case .schedule(let timer): write("schedule", timer, &json)
    case .unschedule(let timer): write("unschedule", timer, &json)
    }
  }

  private func write(
    _ name: StaticString, _ id: String, _ index: Int, _ json: inout JSONWriter, _ value: (inout JSONWriter) -> Void
  ) {
    write(name, id, &json, { $0.append(integer: index) }, value)
  }

  private func write(_ name: StaticString, _ timer: Timer, _ json: inout JSONWriter) {
    write(name, timer.id, &json, { $0.append(value: .integer(timer.fireAt)) }, { timer.writeRest(to: &$0) })
  }

  private func write(
    _ name: StaticString, _ id: String, _ json: inout JSONWriter,
    _ first: (inout JSONWriter) -> Void, _ second: (inout JSONWriter) -> Void
  ) {
    json.append("[\"")
    json.append(name)
    json.append("\",")
    json.append(string: id)
    json.append(",")
    first(&json)
    json.append(",")
    second(&json)
    json.append("]")
  }

  package init(stored json: JSONValue) throws(StoredDataError) {
    guard let parts = json.arrayValue, parts.count == 4, case .string(let name) = parts[0],
      case .string(let id) = parts[1]
    else {
      throw StoredDataError("An edit", json)
    }
    switch name {
    case "insert": self = .insert(try Screen(stored: parts[3]), into: id, at: try Self.index(parts[2]))
    case "remove": self = .remove(try Screen(stored: parts[3]), from: id, at: try Self.index(parts[2]))
    case "move": self = .move(in: id, from: try Self.index(parts[2]), to: try Self.index(parts[3]))
    case "present": self = .present(try Presented(stored: parts[3]), over: id, at: try Self.index(parts[2]))
    case "dismiss": self = .dismiss(try Presented(stored: parts[3]), from: id, at: try Self.index(parts[2]))
    case "focus":
      self = .focus(id, former: try Container.Focus(stored: parts[2]), new: try Container.Focus(stored: parts[3]))
    case "replace":
      self = .replace(id, former: try Container(stored: parts[2]), new: try Container(stored: parts[3]))
    case "params":
      guard case .object(let former) = parts[2], case .object(let new) = parts[3] else {
        throw StoredDataError("Params", json)
      }
      self = .params(id, former: former, new: new)
    case "formerParams":
      self = .formerParams(
        id, former: try Screen.formerParams(parts[2]), new: try Screen.formerParams(parts[3]))
    case "state": self = .state(id, former: parts[2], new: parts[3])
    case "intent": self = .intent(id, former: try Self.fields(parts[2]), new: try Self.fields(parts[3]))
    case "data": self = .data(former: parts[2], new: parts[3])
    case "patch":
      guard let place = parts[2].stringValue.flatMap({ PatchTarget(name: $0, id: id) }) else {
        throw StoredDataError("The place of a patch", json)
      }
      self = .patch(place, try TextPatch(stored: parts[3]))
    case "version": self = .version(former: try Self.index(parts[2]), new: try Self.index(parts[3]))
    case "forget": self = .forget
    case "schedule": self = .schedule(try Timer(id: id, fireAt: parts[2], rest: parts[3]))
    case "unschedule": self = .unschedule(try Timer(id: id, fireAt: parts[2], rest: parts[3]))
    default: throw StoredDataError("An edit", json)
    }
  }

  /// Reads the fields of an action, or null.
  private static func fields(_ json: JSONValue) throws(StoredDataError) -> JSONObject? {
    if case .object(let fields) = json { return fields.expanded }
    guard json.isNull else { throw StoredDataError("An intent", json) }
    return nil
  }

  private static func index(_ json: JSONValue) throws(StoredDataError) -> Int {
    guard let integer = json.integerValue, let index = Int(exactly: integer), index >= 0 else {
      throw StoredDataError("An index", json)
    }
    return index
  }
}

extension JSONValue {
  fileprivate static func object(orNull object: JSONObject?) -> JSONValue { object.map(JSONValue.object) ?? .null }
}

extension Timer {
  /// Writes the members that are not in the edit's array: screen, effect, action and recurrence.
  fileprivate func writeRest(to json: inout JSONWriter) {
    json.append("{\"screen\":", value: screen.map(JSONValue.string) ?? .null)
    json.append(",\"effect\":", string: effect)
    json.append(",\"action\":", object: action.fields)
    if let storedRecurrence {
      json.append(",\"recurrence\":", object: storedRecurrence)
    }
    json.append("}")
  }

  fileprivate init(id: ID, fireAt: JSONValue, rest: JSONValue) throws(StoredDataError) {
    guard let moment = fireAt.integerValue, Self.moments.contains(moment), let screen = rest["screen"],
      screen.isNull || screen.stringValue != nil,
      case .string(let effect)? = rest["effect"], let action = rest["action"]
    else { throw StoredDataError("A timer", rest) }
    try self.init(
      id: id, screen: screen.stringValue, effect: effect, fireAt: moment, action: try Action(stored: action.expanded),
      stored: rest["recurrence"]?.expanded)
  }
}

extension Action {
  /// Reads an action that is stored with a timer.
  package init(stored json: JSONValue) throws(StoredDataError) {
    do throws(ActionError) { try self.init(json: json) } catch { throw StoredDataError("An action", json) }
  }
}
