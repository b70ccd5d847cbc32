import JSON
import Navigation

extension SessionArchive.Header {
  /// Parses the first line.
  init(line json: JSONObject) throws(ArchiveLine.Fault) {
    guard json["navstate"]?.integerValue == Int64(SessionArchive.version) else {
      throw ArchiveLine.Fault(
        detail: "`navstate` is the version of the export format; only \(SessionArchive.version) is supported.")
    }
    try json.checkMembers(["navstate", "session"])
    guard case .object(let session)? = json["session"] else {
      throw ArchiveLine.Fault(detail: "`session` must be an object.")
    }
    try self.init(session)
  }

  private init(_ json: JSONObject) throws(ArchiveLine.Fault) {
    try json.checkMembers(Self.members)
    guard let id = SessionID(try json.text("id")) else {
      throw ArchiveLine.Fault(detail: "`id` is not a valid session id.")
    }
    guard let navigation = json["navigation"], let data = json["data"], case .array(let timers)? = json["timers"] else {
      throw ArchiveLine.Fault(detail: "`navigation`, `data` and `timers` are required; `timers` must be an array.")
    }
    let revision = try json.integer("revision", in: 1...UndoState.largest)
    // Within `1...revision`, so that the range of `tip` below is not reversed, which would trap.
    let shown = try json.integer("shown", in: 1...revision)
    let version = try json.integer("appVersion", in: 1...UndoState.largest)
    let isMigrated = json["oldestAppVersion"] != nil
    self.init(
      id: id, app: try json.text("app"), appVersion: version,
      oldestAppVersion: isMigrated ? try json.integer("oldestAppVersion", in: 1...UndoState.largest) : version,
      revision: revision, createdAt: try json.moment("createdAt"), updatedAt: try json.moment("updatedAt"),
      metadata: try SessionMetadata(archived: json),
      undoState: UndoState(
        shown: shown, tip: try json.integer("tip", in: shown...revision),
        oldest: try json.integer("oldest", in: 1...revision)),
      outputs: try json.integer("outputs", in: 0...UndoState.largest),
      nextID: try json.integer("nextID", in: 0...UndoState.largest), root: try Self.container(navigation), data: data,
      timers: try timers.map { (json) throws(ArchiveLine.Fault) in try Timer(archived: json, in: "timers") })
  }

  private static let members = [
    "id", "app", "appVersion", "oldestAppVersion", "revision", "createdAt", "updatedAt", "key", "expires", "labels",
    "by", "requestId", "initialData", "oldest", "shown", "tip", "outputs", "nextID",
    "navigation", "data", "timers",
  ]

  private static func container(_ json: JSONValue) throws(ArchiveLine.Fault) -> Container {
    do throws(StoredDataError) {
      return try Container(stored: json)
    } catch {
      throw ArchiveLine.Fault(detail: "`navigation`: \(error)")
    }
  }
}

extension ArchivedChange {
  init(line json: JSONObject) throws(ArchiveLine.Fault) {
    try json.checkMembers([
      "revision", "at", "actor", "by", "requestId", "action", "edits", "outputs", "stateOf", "refused",
    ])
    guard let action = json["action"], let edits = json["edits"], let outputs = json["outputs"] else {
      throw ArchiveLine.Fault(
        detail: "A change needs `revision`, `at`, `actor`, `action`, `edits`, `outputs` and `stateOf`.")
    }
    let actor = json["actor"] ?? .null
    guard actor.isNull || actor.stringValue != nil else {
      throw ArchiveLine.Fault(detail: "`actor` must be a string or null.")
    }
    guard Self.isAction(action) else {
      throw ArchiveLine.Fault(
        detail: "`action` must be an object with a `type`, or a batch of such objects, {\"actions\": […]}; it is "
          + "\(action.text.prefix(80)).")
    }
    let revision = try json.integer("revision", in: 1...UndoState.largest)
    let hasState = json["stateOf"].map { !$0.isNull } ?? false
    self.init(
      revision: revision, at: try json.moment("at"),
      origin: try json.request().with(actor: actor.stringValue), hasRequest: json["by"] != nil, action: action,
      edits: edits, outputs: outputs,
      stateOf: hasState ? try json.integer("stateOf", in: 1...max(1, revision - 1)) : nil,
      refused: try json["refused"].map { (json) throws(ArchiveLine.Fault) in try Self.refusal(json) })
  }

  private static func refusal(_ json: JSONValue) throws(ArchiveLine.Fault) -> StoredRefusal {
    guard let refusal = StoredRefusal(json: json) else {
      throw ArchiveLine.Fault(
        detail: "`refused` must be an object with the strings `code` and `detail`; it is \(json.text.prefix(80)).")
    }
    return refusal
  }

  private static func isAction(_ json: JSONValue) -> Bool {
    if json["type"]?.stringValue != nil { return true }
    guard case .object(let batch) = json, batch.count == 1, let actions = batch["actions"] else { return false }
    var (isEmpty, haveTypes) = (true, true)
    let isList = actions.forEachElement { action in
      isEmpty = false
      haveTypes = haveTypes && action["type"]?.stringValue != nil
    }
    return isList && !isEmpty && haveTypes
  }
}

extension Timer {
  /// - Parameter name: The member that holds the timer, for error messages.
  init(archived json: JSONValue, in name: String) throws(ArchiveLine.Fault) {
    guard case .object(let json) = json, let action = json["action"], let screen = json["screen"],
      screen.isNull || screen.stringValue != nil
    else {
      throw ArchiveLine.Fault(
        detail: "`\(name)`: a timer needs `id`, `screen` (an id or null), `effect`, `fireAt` and `action`.")
    }
    try json.checkMembers(["id", "screen", "effect", "fireAt", "action", "recurrence"])
    let (id, effect, fireAt) = (try json.text("id"), try json.text("effect"), try json.moment("fireAt"))
    do throws(StoredDataError) {
      try self.init(
        id: id, screen: screen.stringValue, effect: effect, fireAt: fireAt, action: try Action(stored: action),
        stored: json["recurrence"])
    } catch {
      throw ArchiveLine.Fault(detail: "`\(name)`: \(error)")
    }
  }
}

extension JSONObject {
  /// The members `by` and `requestId`, which early exports do not have.
  fileprivate func request() throws(ArchiveLine.Fault) -> ChangeOrigin {
    var origin = ChangeOrigin()
    if let by = self["by"], !by.isNull {
      origin.by = Attribution(by)
      guard origin.by != nil else {
        throw ArchiveLine.Fault(
          detail: "`by` must be null or an object with a `kind` and texts, such as {\"kind\": \"session\", \"role\": "
            + "\"lead\"}; it is \(by.text.prefix(80)).")
      }
    }
    if let id = self["requestId"], !id.isNull {
      origin.requestID = id.stringValue.flatMap { RequestID($0) }
      guard origin.requestID != nil else {
        throw ArchiveLine.Fault(
          detail: "`requestId` must be null or 1 to 128 printable characters of ASCII; it is \(id.text.prefix(80)).")
      }
    }
    return origin
  }

  func text(_ name: String) throws(ArchiveLine.Fault) -> String {
    guard let text = self[name]?.stringValue else { throw ArchiveLine.Fault(detail: "`\(name)` must be a string.") }
    return text
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(ArchiveLine.Fault) -> Int {
    guard let value = self[name]?.integerValue.flatMap({ Int(exactly: $0) }), range.contains(value) else {
      throw ArchiveLine.Fault(detail: "`\(name)` must be an integer from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  func moment(_ name: String) throws(ArchiveLine.Fault) -> Int64 {
    guard let moment = self[name]?.stringValue.flatMap(JSONTimestamp.milliseconds(of:)), Timer.moments.contains(moment)
    else { throw ArchiveLine.Fault(detail: "`\(name)` must be a time such as 2026-01-02T03:04:05.678Z.") }
    return moment
  }

  func checkMembers(_ known: [String]) throws(ArchiveLine.Fault) {
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    throw ArchiveLine.Fault(
      detail: "The member `\(unknown)` is unknown; the known members are \(known.joined(separator: ", ")).")
  }
}

extension SessionMetadata {
  /// Parses the members `key` and `labels` of the first line, which only some sessions have.
  init(archived json: JSONObject) throws(ArchiveLine.Fault) {
    self.init()
    if json["key"] != nil {
      let key = try json.text("key")
      guard Self.isKey(key) else { throw ArchiveLine.Fault(detail: "`key` is not a valid session key.") }
      self.key = key
    }
    initialData = json["initialData"]?.bytes
    creation = json["by"] == nil ? nil : try json.request()
    if json["expires"] != nil {
      let text = try json.text("expires")
      guard let expires = Self.expiry(text), JSONDuration.text(expires) == text else {
        throw ArchiveLine.Fault(detail: "`expires` is not a valid duration, such as P30D.")
      }
      self.expires = expires
    }
    guard let labels = json["labels"] else { return }
    guard case .object(let labels) = labels, (1...Self.mostLabels).contains(labels.count) else {
      throw ArchiveLine.Fault(detail: "`labels` must be an object of 1 to \(Self.mostLabels) strings.")
    }
    for name in labels.names {
      let value = try labels.text(name)
      guard LabelText.isName(name), LabelText.isValue(value) else {
        throw ArchiveLine.Fault(detail: "`labels` has an invalid label, `\(name.prefix(80))`.")
      }
      self.labels[name] = value
    }
  }
}
