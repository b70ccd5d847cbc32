import Support
import JSON
import Navigation

extension SessionArchive {
  /// The archive as lines of JSON, with the same bytes for the same session on every server. The last line has the
  /// number of the lines before it and their SHA-256.
  package var bytes: [UInt8] {
    var json = JSONWriter(capacity: 4_096 + 512 * changes.count)
    let lines = writeHead(to: &json) + changes.count + timers.count
    for change in changes { change.write(to: &json) }
    for timer in timers { timer.write(line: &json) }
    Self.write(end: lines, sha256: SHA256.hash(json.bytes).hexadecimal, to: &json)
    return json.bytes
  }

  /// Writes the lines before the changes.
  ///
  /// - Returns: The number of lines.
  func writeHead(to json: inout JSONWriter) -> Int {
    session.write(to: &json)
    for definition in definitions { Self.write(definition: definition, to: &json) }
    return 1 + definitions.count
  }

  static func write(definition: JSONValue, to json: inout JSONWriter) {
    json.append("{\"definition\":", value: definition)
    json.append("}\n")
  }

  /// Writes the last line.
  static func write(end lines: Int, sha256: String, to json: inout JSONWriter) {
    json.append("{\"lines\":", integer: lines)
    json.append(",\"sha256\":", string: sha256)
    json.append("}\n")
  }
}

extension SessionArchive.Header {
  func write(to json: inout JSONWriter) {
    json.append("{\"navstate\":", integer: SessionArchive.version)
    json.append(",\"session\":{\"id\":", string: id.text)
    json.append(",\"app\":", string: app)
    json.append(",\"appVersion\":", integer: appVersion)
    if oldestAppVersion != appVersion {
      json.append(",\"oldestAppVersion\":", integer: oldestAppVersion)
    }
    json.append(",\"revision\":", integer: revision)
    json.append(",\"createdAt\":", timestamp: createdAt)
    json.append(",\"updatedAt\":", timestamp: updatedAt)
    json.append(members: metadata)
    if let creation = metadata.creation { json.append(origin: creation) }
    if let data = metadata.initialData {
      json.append(",\"initialData\":", raw: data)
    }
    json.append(",\"oldest\":", integer: undoState.oldest)
    json.append(",\"shown\":", integer: undoState.shown)
    json.append(",\"tip\":", integer: undoState.tip)
    json.append(",\"outputs\":", integer: outputs)
    json.append(",\"nextID\":", integer: nextID)
    json.append(",\"navigation\":")
    root.write(to: &json)
    json.append(",\"data\":", value: data)
    json.append(",\"timers\":")
    json.append(list: timers) { $1.write(to: &$0) }
    json.append("}}\n")
  }
}

extension ArchivedChange {
  func write(to json: inout JSONWriter) {
    write(to: &json) { json, value in json.append(value: value) }
  }

  /// - Parameter append: Appends a part that may be long.
  func write(to json: inout JSONWriter, append: (inout JSONWriter, JSONValue) -> Void) {
    json.appendArchivedStart(revision, at: at, origin, hasRequest: hasRequest)
    append(&json, action)
    json.append(",\"edits\":")
    append(&json, edits)
    json.append(",\"outputs\":")
    append(&json, outputs)
    json.appendArchivedEnd(stateOf: stateOf, refused: refused)
  }
}

extension PastChange {
  func storedRefusal() throws(CorruptSession) -> StoredRefusal? {
    guard let refused else { return nil }
    return try StoredRefusal(stored: refused, of: revision)
  }
}

extension Timer {
  /// Writes the line of a timer that is pending at the end.
  func write(line json: inout JSONWriter) {
    json.append("{\"timer\":")
    write(to: &json)
    json.append("}\n")
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.append("{\"id\":", string: id)
    json.append(",\"screen\":", value: screen.map(JSONValue.string) ?? .null)
    json.append(",\"effect\":", string: effect)
    json.append(",\"fireAt\":", timestamp: fireAt)
    json.append(",\"action\":", object: action.fields)
    if let storedRecurrence {
      json.append(",\"recurrence\":", object: storedRecurrence)
    }
    json.append("}")
  }
}

extension JSONWriter {
  /// Writes the line of a change up to its action.
  mutating func appendArchivedStart(_ revision: Int, at: Int64, _ origin: ChangeOrigin, hasRequest: Bool = true) {
    append("{\"revision\":", integer: revision)
    append(",\"at\":", timestamp: at)
    append(",\"actor\":", value: origin.actor.map(JSONValue.string) ?? .null)
    if hasRequest { append(origin: origin) }
    append(",\"action\":")
  }

  /// Writes the rest of the line after the outputs. Only a refused change has a `refused`.
  mutating func appendArchivedEnd(stateOf: Int?, refused: StoredRefusal?) {
    append(",\"stateOf\":", value: stateOf.map { .integer(Int64($0)) } ?? .null)
    if let refused {
      append(",\"refused\":")
      refused.write(to: &self)
    }
    append("}\n")
  }
}
