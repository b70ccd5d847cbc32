import JSON
import Navigation
import Sessions

extension SessionController {
  /// `GET /v1/sessions`: reads the tables, off the event loops.
  func list(_ exchange: Exchange) async throws(Problem) {
    let filter = try Self.filter(exchange)
    let limit = try exchange.integer("limit", in: 1...1_000, or: 100)
    let last = try Self.lastSession(of: exchange)
    let page = try await Problem.ifFails(await registry.list(filter, after: last, limit: limit))
    exchange.send(json: page.json)
  }

  private static func filter(_ exchange: Exchange) throws(Problem) -> SessionFilter {
    var filter = SessionFilter()
    filter.app = try exchange.text("app")
    filter.apps = exchange.caller.operator?.apps ?? []
    filter.route = try exchange.text("route")
    filter.key = try key(of: exchange)
    filter.labels = try exchange.labels()
    filter.updatedAfter = try Self.moment("updatedAfter", of: exchange)
    filter.updatedBefore = try Self.moment("updatedBefore", of: exchange, roundsUp: true)
    return filter
  }

  private static func key(of exchange: Exchange) throws(Problem) -> String? {
    guard let key = try exchange.text("key") else { return nil }
    guard SessionMetadata.isKey(key) else {
      throw Problem(
        400, "bad-parameter",
        "`key` must have 1 to \(SessionMetadata.longestKey) characters without control characters; it is "
          + "\"\(key.prefix(80))\".")
    }
    return key
  }

  private static func lastSession(of exchange: Exchange) throws(Problem) -> SessionID? {
    try exchange.parameter("after", "the `next` of a page, a session's id") { SessionID($0) }
  }

  /// A query parameter that is a timestamp, in milliseconds since 1970; nil when absent.
  ///
  /// - Parameter roundsUp: Whether a part of a millisecond counts as a whole one.
  static func moment(
    _ name: String, of exchange: Exchange, roundsUp: Bool = false
  ) throws(Problem) -> Int64? {
    try exchange.parameter(name, "a time of RFC 3339 such as 2026-01-02T03:04:05Z") { text in
      // A `+` that was not encoded arrives as a space, which no time has.
      JSONTimestamp.milliseconds(ofRFC3339: text.replacing(" ", with: "+"), roundsUp: roundsUp)
    }
  }
}

extension Exchange {
  /// The labels in the query, by name.
  func labels() throws(Problem) -> Labels {
    var labels: Labels = [:]
    let given = try texts("label")
    guard given.count <= SessionMetadata.mostLabels else {
      throw Problem(
        400, "bad-parameter",
        "`label` occurs \(given.count) times; a session has at most \(SessionMetadata.mostLabels) labels.")
    }
    for text in given {
      let (name, value) = try Self.label(text)
      guard labels.add(name, value) else {
        throw Problem(
          400, "bad-parameter", "`label` requires two values of `\(name)`; a session has one value of each label.")
      }
    }
    return labels
  }

  private static func label(_ text: String) throws(Problem) -> (name: String, value: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, LabelText.isName(parts[0]), LabelText.isValue(parts[1]) else {
      throw Problem(
        400, "bad-parameter", "`label` must be name:value, such as store:berlin; it is \"\(text.prefix(80))\".")
    }
    return (parts[0], parts[1])
  }
}

extension SessionPage {
  fileprivate var json: [UInt8] {
    var json = JSONWriter(capacity: 64 + 320 * items.count)
    json.append("{\"items\":")
    json.append(list: items) { $0.append($1.session, listeners: $1.listeners) }
    json.append(",\"next\":", value: .optional(next?.text))
    json.append("}")
    return json.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ session: SessionSummary, listeners: Int) {
    append("{\"id\":", string: session.id.text)
    append(",\"app\":", string: session.app)
    append(",\"appVersion\":", integer: session.appVersion)
    append(",\"revision\":", integer: session.revision)
    append(",\"createdAt\":", timestamp: session.createdAt)
    append(",\"updatedAt\":", timestamp: session.updatedAt)
    append(members: session.metadata)
    append(",\"current\":{\"id\":", string: session.current)
    append(",\"route\":", string: session.path.last ?? "")
    append(",\"path\":", value: .array(session.path.map(JSONValue.string)))
    append("},\"listeners\":", integer: listeners)
    append("}")
  }
}
