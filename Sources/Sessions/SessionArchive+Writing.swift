import Digest
import JSON
import Navigation

extension SessionArchive {
  /// The archive as lines of JSON, the same bytes for the same session wherever it is. The last line tells how many come
  /// before it and their SHA-256.
  package var bytes: [UInt8] {
    var json = JSONWriter(capacity: 4_096 + 512 * changes.count)
    session.write(to: &json)
    if let definition { Self.write(definition: definition, to: &json) }
    for change in changes { change.write(to: &json) }
    for timer in timers { timer.write(line: &json) }
    let lines = (definition == nil ? 1 : 2) + changes.count + timers.count
    Self.write(end: lines, sha256: SHA256.hash(json.bytes).hexadecimal, to: &json)
    return json.bytes
  }

  static func write(definition: JSONValue, to json: inout JSONWriter) {
    json.append("{\"definition\":")
    json.append(value: definition)
    json.append("}\n")
  }

  /// Writes the last line.
  static func write(end lines: Int, sha256: String, to json: inout JSONWriter) {
    json.append("{\"lines\":")
    json.append(integer: lines)
    json.append(",\"sha256\":")
    json.append(string: sha256)
    json.append("}\n")
  }
}

extension SessionArchive.Header {
  func write(to json: inout JSONWriter) {
    json.append("{\"navstate\":")
    json.append(integer: SessionArchive.version)
    json.append(",\"session\":{\"id\":")
    json.append(string: id.text)
    json.append(",\"app\":")
    json.append(string: app)
    json.append(",\"appVersion\":")
    json.append(integer: appVersion)
    json.append(",\"revision\":")
    json.append(integer: revision)
    json.append(",\"createdAt\":")
    json.append(timestamp: createdAt)
    json.append(",\"updatedAt\":")
    json.append(timestamp: updatedAt)
    json.append(",\"oldest\":")
    json.append(integer: timeline.oldest)
    json.append(",\"shown\":")
    json.append(integer: timeline.shown)
    json.append(",\"tip\":")
    json.append(integer: timeline.tip)
    json.append(",\"outputs\":")
    json.append(integer: outputs)
    json.append(",\"nextID\":")
    json.append(integer: nextID)
    json.append(",\"navigation\":")
    root.write(to: &json)
    json.append(",\"data\":")
    json.append(value: data)
    json.append(",\"timers\":[")
    for (index, timer) in timers.enumerated() {
      if index > 0 { json.append(",") }
      timer.write(to: &json)
    }
    json.append("]}}\n")
  }
}

extension ArchivedChange {
  func write(to json: inout JSONWriter) {
    json.append("{\"revision\":")
    json.append(integer: revision)
    json.append(",\"at\":")
    json.append(timestamp: at)
    json.append(",\"actor\":")
    json.append(value: actor.map(JSONValue.string) ?? .null)
    json.append(",\"action\":")
    json.append(value: action)
    json.append(",\"edits\":")
    json.append(value: edits)
    json.append(",\"outputs\":")
    json.append(value: outputs)
    json.append(",\"stateOf\":")
    json.append(value: stateOf.map { .integer(Int64($0)) } ?? .null)
    json.append("}\n")
  }

  /// What the journal has of a change. The action is written anew, since it was sent with whatever spaces and lines.
  init(_ change: PastChange) throws(DamagedSession) {
    revision = change.revision
    at = change.at
    actor = change.actor
    action = try JSONValue(stored: change.action, "the action of revision \(change.revision)")
    edits = try JSONValue(stored: change.edits, "the steps of revision \(change.revision)")
    outputs = try JSONValue(stored: change.outputs, "the outputs of revision \(change.revision)")
    stateOf = change.stateOf
  }
}

extension Timer {
  /// Writes a line with what is pending at the end.
  func write(line json: inout JSONWriter) {
    json.append("{\"timer\":")
    write(to: &json)
    json.append("}\n")
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.append("{\"id\":")
    json.append(string: id)
    json.append(",\"screen\":")
    json.append(value: screen.map(JSONValue.string) ?? .null)
    json.append(",\"effect\":")
    json.append(string: effect)
    json.append(",\"fireAt\":")
    json.append(timestamp: fireAt)
    json.append(",\"action\":")
    json.append(object: action.fields)
    json.append("}")
  }
}
