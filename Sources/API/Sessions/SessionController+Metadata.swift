import JSON
import Navigation
import Sessions

extension SessionController {
  /// `PATCH S`: changes the labels, and gives a session without a key one.
  func patch(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["labels", "key"])
    guard body["labels"] != nil || body["key"] != nil else {
      throw .fault(
        "missing-member",
        "`labels` or `key` is required: an object of strings, of which null removes a label; or a string.",
        at: "labels")
    }
    let patch = MetadataPatch(
      key: try Self.key(body),
      labels: try body["labels"].map { json throws(Problem) in try Self.labels(json, allowsNull: true) } ?? [])
    if patch.key != nil, exchange.caller.token != nil, !exchange.isFromBackend {
      let id = try exchange.session()
      let app = try await exchange.found(await registry.currentApp(of: id))
      if app.access?.create != nil { throw Problem.keyOfPerson }
    }
    // Keys and labels belong to no revision, and undo does not revert them (docs/decisions/0045).
    let outcome = await registry.change(
      try exchange.session(), by: patch, if: try exchange.precondition(), lease: exchange.lease)
    exchange.send(outcome, unless: nil)
  }

  /// The key, the labels and the expiry of a new session.
  static func metadata(_ body: JSONObject) throws(Problem) -> SessionMetadata {
    var metadata = SessionMetadata()
    metadata.key = try key(body)
    metadata.expires = try body.value(
      "expires", "a duration by ISO 8601 of at least a second, such as P30D or PT12H, without years and months"
    ) { $0.stringValue.flatMap(SessionMetadata.expiry) }
    if let labels = body["labels"] {
      metadata.labels = Labels(
        try self.labels(labels, allowsNull: false).compactMap { name, value in value.map { (name, $0) } })
    }
    return metadata
  }

  /// Whether the existing session is returned when the key is taken.
  static func returnsExisting(_ body: JSONObject) throws(Problem) -> Bool {
    guard try body.value("ifExists", "\"return\" or absent", { $0 == "return" ? true : nil }) == true else {
      return false
    }
    guard body["key"] != nil else {
      throw .fault(
        "bad-member", "`ifExists` requires `key`; without one, each request creates a session.", at: "ifExists")
    }
    return true
  }

  private static func key(_ body: JSONObject) throws(Problem) -> String? {
    try body.value("key", "a string of 1 to \(SessionMetadata.longestKey) characters without control characters") {
      $0.stringValue.flatMap { SessionMetadata.isKey($0) ? $0 : nil }
    }
  }

  /// The values by name; nil: null.
  private static func labels(
    _ json: JSONValue, allowsNull: Bool
  ) throws(Problem) -> [(name: String, value: String?)] {
    guard case .object(let members) = json else {
      throw .fault("bad-member", "`labels` must be an object of strings; it is \(json.kind).", at: "labels")
    }
    // A patch may also remove as many. Before they are read, which would take long.
    let most = allowsNull ? 2 * SessionMetadata.mostLabels : SessionMetadata.mostLabels
    guard members.count <= most else {
      throw .fault("too-many-labels", "There are \(members.count) labels; the limit is \(most).", at: "labels")
    }
    var labels: [(name: String, value: String?)] = []
    for name in members.names {
      guard LabelText.isName(name) else {
        throw .label(
          name,
          "The name of a label must have 1 to \(LabelText.longestName) characters, without a colon or control "
            + "characters; it is \"\(name.prefix(80))\".")
      }
      let value = members[name]
      if allowsNull, value?.isNull == true {
        labels.append((name, nil))
      } else if let text = value?.stringValue, LabelText.isValue(text) {
        labels.append((name, text))
      } else {
        throw .label(
          name,
          "The label `\(name)` must be a string of at most \(LabelText.longestValue) characters without "
            + "control characters\(allowsNull ? ", or null" : ""); it is \((value ?? .null).text.prefix(80)).")
      }
    }
    return labels
  }
}

extension Problem {
  fileprivate static func label(_ name: String, _ detail: String) -> Problem {
    fault("bad-member", detail, under: JSONPointer().appending(name: "labels"), at: name)
  }
}
