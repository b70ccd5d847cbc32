import JSON
import Navigation

extension SessionArchive {
  /// Reads an archive: whether it is whole and each of its lines is what it should be.
  ///
  /// - Throws: Every fault at once, up to a hundred.
  package init(parsing bytes: [UInt8]) throws(ArchiveFaults) {
    var reader = ArchiveReader()
    reader.read(bytes)
    guard let header = reader.header, reader.faults.isEmpty else { throw ArchiveFaults(reader.faults) }
    self.init(session: header, definition: reader.definition, changes: reader.changes, timers: reader.timers)
  }

  /// The line that a change stands on.
  func line(ofChange index: Int) -> Int { index + (definition == nil ? 2 : 3) }
  var lastLine: Int { line(ofChange: changes.count) + timers.count }
}

/// Goes through the lines of an archive, noting what is wrong.
private struct ArchiveReader {
  var header: SessionArchive.Header?
  var definition: JSONValue?
  var changes: [ArchivedChange] = []
  var timers: [Timer] = []
  var faults: [ArchiveFaults.Fault] = []
  private var line = 0

  /// Of one member of a line.
  private struct Wrong: Error {
    let detail: String
  }

  mutating func read(_ bytes: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    var start = 0
    while start < bytes.count, faults.count < 100 {
      line += 1
      guard let end = bytes[start...].firstIndex(of: newline) else {
        return note("The file ends in the middle of this line; it was cut.")
      }
      let isLast = end + 1 == bytes.count
      do throws(Wrong) {
        let json = try object(Array(bytes[start..<end]))
        if isLast { try readEnd(json, of: bytes, at: start) } else { try readLine(json) }
      } catch {
        note(error.detail)
      }
      start = end + 1
    }
    if line == 0 { note("There is no line; the first one says which session it is.", at: 1) }
  }

  private mutating func note(_ detail: String, at line: Int? = nil) {
    faults.append(ArchiveFaults.Fault(line: line ?? self.line, detail: detail))
  }

  private func object(_ bytes: [UInt8]) throws(Wrong) -> JSONObject {
    let json: JSONValue
    do throws(JSONError) {
      // As deep as what is stored may be: containers lie at most half as deep in each other.
      json = try JSONValue(parsing: bytes, maximumDepth: 2_048)
    } catch {
      throw Wrong(detail: "It is not JSON: \(error.message) (column \(error.column)).")
    }
    guard case .object(let object) = json else { throw Wrong(detail: "A line is a JSON object; this is \(json.kind).") }
    return object
  }

  private mutating func readLine(_ json: JSONObject) throws(Wrong) {
    if line == 1 { return try readFirst(json) }
    if let given = json["definition"] {
      guard line == 2 else { throw Wrong(detail: "`definition` stands on the second line.") }
      try checkMembers(of: json, ["definition"])
      definition = given
    } else if json["timer"] != nil {
      try checkMembers(of: json, ["timer"])
      timers.append(try timer(json["timer"], "timer"))
    } else {
      guard timers.isEmpty else { throw Wrong(detail: "A change comes after a timer.") }
      changes.append(try change(json))
    }
  }

  private mutating func readFirst(_ json: JSONObject) throws(Wrong) {
    guard json["navstate"]?.integerValue == Int64(SessionArchive.version) else {
      throw Wrong(
        detail: "`navstate` is the version of the form, \(SessionArchive.version); another is not known here.")
    }
    try checkMembers(of: json, ["navstate", "session"])
    guard case .object(let session)? = json["session"] else { throw Wrong(detail: "`session` is an object.") }
    header = try header(session)
  }

  private func header(_ json: JSONObject) throws(Wrong) -> SessionArchive.Header {
    try checkMembers(
      of: json,
      [
        "id", "app", "appVersion", "revision", "createdAt", "updatedAt", "oldest", "shown", "tip", "outputs", "nextID",
        "navigation", "data", "timers",
      ])
    guard let id = SessionID(try text(json, "id")) else { throw Wrong(detail: "`id` is no session's id.") }
    guard let navigation = json["navigation"], let data = json["data"], case .array(let timers)? = json["timers"] else {
      throw Wrong(detail: "`navigation`, `data` and `timers` are needed.")
    }
    let revision = try integer(json, "revision", in: 1...Timeline.largest)
    let oldest = try integer(json, "oldest", in: 1...revision)
    let shown = try integer(json, "shown", in: 1...revision)
    return SessionArchive.Header(
      id: id, app: try text(json, "app"), appVersion: try integer(json, "appVersion", in: 1...Timeline.largest),
      revision: revision, createdAt: try moment(json, "createdAt"), updatedAt: try moment(json, "updatedAt"),
      timeline: Timeline(shown: shown, tip: try integer(json, "tip", in: shown...revision), oldest: oldest),
      outputs: try integer(json, "outputs", in: 0...Timeline.largest),
      nextID: try integer(json, "nextID", in: 0...Timeline.largest), root: try container(navigation), data: data,
      timers: try timers.map { json throws(Wrong) in try timer(json, "timers") })
  }

  private func change(_ json: JSONObject) throws(Wrong) -> ArchivedChange {
    try checkMembers(of: json, ["revision", "at", "actor", "action", "edits", "outputs", "stateOf"])
    guard let action = json["action"], let edits = json["edits"], let outputs = json["outputs"] else {
      throw Wrong(detail: "A change has a `revision`, `at`, `actor`, `action`, `edits`, `outputs` and `stateOf`.")
    }
    let revision = try integer(json, "revision", in: 1...Timeline.largest)
    let actor = json["actor"] ?? .null
    guard actor.isNull || actor.stringValue != nil else { throw Wrong(detail: "`actor` is a string or null.") }
    let hasState = json["stateOf"].map { !$0.isNull } ?? false
    return ArchivedChange(
      revision: revision, at: try moment(json, "at"), actor: actor.stringValue, action: action, edits: edits,
      outputs: outputs, stateOf: hasState ? try integer(json, "stateOf", in: 1...max(1, revision - 1)) : nil)
  }

  /// The last line: what comes before it, counted.
  private mutating func readEnd(_ json: JSONObject, of bytes: [UInt8], at start: Int) throws(Wrong) {
    guard let count = json["lines"]?.integerValue, let digest = json["sha256"]?.stringValue else {
      throw Wrong(detail: "The last line has `lines` and `sha256`; the file was cut before it.")
    }
    try checkMembers(of: json, ["lines", "sha256"])
    guard count == Int64(line - 1) else {
      throw Wrong(detail: "`lines` says that \(count) lines come before this one; there are \(line - 1).")
    }
    guard line > 1 else { throw Wrong(detail: "There is no line before the last one.") }
    guard digest == SessionArchive.digest(of: Array(bytes[..<start])) else {
      throw Wrong(detail: "`sha256` is not that of the lines before; one of them was changed.")
    }
  }

  // MARK: Members

  private func checkMembers(of json: JSONObject, _ known: [String]) throws(Wrong) {
    guard let unknown = json.names.first(where: { !known.contains($0) }) else { return }
    throw Wrong(detail: "There is no member `\(unknown)` here; known are \(known.joined(separator: ", ")).")
  }

  private func text(_ json: JSONObject, _ name: String) throws(Wrong) -> String {
    guard let text = json[name]?.stringValue else { throw Wrong(detail: "`\(name)` is a string.") }
    return text
  }

  private func integer(_ json: JSONObject, _ name: String, in range: ClosedRange<Int>) throws(Wrong) -> Int {
    guard let value = json[name]?.integerValue.flatMap({ Int(exactly: $0) }), range.contains(value) else {
      throw Wrong(detail: "`\(name)` is an integer from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  private func moment(_ json: JSONObject, _ name: String) throws(Wrong) -> Int64 {
    guard let moment = json[name]?.stringValue.flatMap(JSONTimestamp.milliseconds(of:)), Timer.moments.contains(moment)
    else { throw Wrong(detail: "`\(name)` is a time such as 2026-01-02T03:04:05.678Z.") }
    return moment
  }

  private func timer(_ json: JSONValue?, _ name: String) throws(Wrong) -> Timer {
    guard case .object(let json)? = json, let action = json["action"] else {
      throw Wrong(detail: "`\(name)`: a timer has an `id`, `screen`, `effect`, `fireAt` and `action`.")
    }
    try checkMembers(of: json, ["id", "screen", "effect", "fireAt", "action"])
    let (id, effect, fireAt) = (try text(json, "id"), try text(json, "effect"), try moment(json, "fireAt"))
    do throws(StoredDataError) {
      return Timer(
        id: id, screen: json["screen"]?.stringValue, effect: effect, fireAt: fireAt, action: try Action(stored: action))
    } catch {
      throw Wrong(detail: "`\(name)`: \(error)")
    }
  }

  private func container(_ json: JSONValue) throws(Wrong) -> Container {
    do throws(StoredDataError) {
      return try Container(stored: json)
    } catch {
      throw Wrong(detail: "`navigation`: \(error)")
    }
  }
}
