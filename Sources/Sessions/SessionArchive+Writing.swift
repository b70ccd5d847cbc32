import Digest
import JSON
import Navigation

extension SessionArchive {
  /// The archive as lines of JSON, the same bytes for the same session wherever it is. The last line tells how many come
  /// before it and their SHA-256.
  package var bytes: [UInt8] {
    var json = JSONWriter(capacity: 4_096 + 512 * changes.count)
    write(session, to: &json)
    var lines = 1
    if let definition {
      json.append("{\"definition\":")
      json.append(value: definition)
      json.append("}\n")
      lines += 1
    }
    for change in changes { change.write(to: &json) }
    for timer in timers {
      json.append("{\"timer\":")
      timer.write(to: &json)
      json.append("}\n")
    }
    lines += changes.count + timers.count
    let digest = SHA256.hash(json.bytes)
    json.append("{\"lines\":")
    json.append(integer: lines)
    json.append(",\"sha256\":")
    json.append(string: digest.hexadecimal)
    json.append("}\n")
    return json.bytes
  }

  private func write(_ header: Header, to json: inout JSONWriter) {
    json.append("{\"navstate\":")
    json.append(integer: Self.version)
    json.append(",\"session\":{\"id\":")
    json.append(string: header.id.text)
    json.append(",\"app\":")
    json.append(string: header.app)
    json.append(",\"appVersion\":")
    json.append(integer: header.appVersion)
    json.append(",\"revision\":")
    json.append(integer: header.revision)
    json.append(",\"createdAt\":")
    json.append(timestamp: header.createdAt)
    json.append(",\"updatedAt\":")
    json.append(timestamp: header.updatedAt)
    json.append(",\"oldest\":")
    json.append(integer: header.timeline.oldest)
    json.append(",\"shown\":")
    json.append(integer: header.timeline.shown)
    json.append(",\"tip\":")
    json.append(integer: header.timeline.tip)
    json.append(",\"outputs\":")
    json.append(integer: header.outputs)
    json.append(",\"nextID\":")
    json.append(integer: header.nextID)
    json.append(",\"navigation\":")
    header.root.write(to: &json)
    json.append(",\"data\":")
    json.append(value: header.data)
    json.append(",\"timers\":[")
    for (index, timer) in header.timers.enumerated() {
      if index > 0 { json.append(",") }
      timer.write(to: &json)
    }
    json.append("]}}\n")
  }
}

extension ArchivedChange {
  fileprivate func write(to json: inout JSONWriter) {
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

extension SessionArchive {
  /// The lines' SHA-256 as it is written.
  static func digest(of lines: [UInt8]) -> String { SHA256.hash(lines).hexadecimal }
}
