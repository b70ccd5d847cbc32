import JSON

/// A step that asks another server.
public struct CallStep: Sendable {
  let url: TextTemplate
  let method: String
  let headers: [(name: String, value: ValueTemplate)]
  let body: ValueTemplate?
  /// Milliseconds.
  let timeout: Int64
  /// The action for an answer, before its expressions are evaluated.
  let then: JSONValue
  /// The action without an answer; nil: the failure is only recorded.
  let otherwise: JSONValue?
  let limits: Limits
  let place: JSONPointer

  /// The name of a call and the limits of its attempts.
  public struct Limits: Sendable {
    /// The name by which the call is replaced or ended, unique per screen.
    public var id: String?
    /// The greatest number of attempts.
    public var attempts: Int?
    /// The milliseconds after which no further attempt is made.
    public var deadline: Int64?

    /// Creates limits; by default those of the server, without a name.
    public init(id: String? = nil, attempts: Int? = nil, deadline: Int64? = nil) {
      self.id = id
      self.attempts = attempts
      self.deadline = deadline
    }
  }

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - url: The URL; inserted values are percent-encoded.
  ///   - timeout: Milliseconds.
  ///   - then: The action for an answer, with expressions in `${…}`.
  ///   - otherwise: The action without an answer.
  ///   - limits: The name of the call and the limits of its attempts.
  ///   - place: The place of the step in the definition.
  public init(
    _ method: String, _ url: TextTemplate, headers: [(name: String, value: ValueTemplate)] = [],
    body: ValueTemplate? = nil, timeout: Int64, then: JSONValue, otherwise: JSONValue? = nil, limits: Limits = Limits(),
    at place: JSONPointer
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.then = then
    self.otherwise = otherwise
    self.limits = limits
    self.place = place
  }
}

extension ActionReducer {
  /// Records the request of a step. It is sent once the change is durable.
  mutating func ask(_ step: CallStep, _ scope: LogicScope, _ draft: inout Draft) throws(ActionError) {
    let url = try step.url.filled(scope, app, draft, &run.budget, isURL: true)
    // Only the filled text can be checked: one expression may make the whole URL.
    try CallRequest.check(url: url)
    var fields: [String] = []
    for (name, template) in step.headers {
      let value = try text(template, "`\(name)`", scope, draft)
      try CallRequest.check(value, of: name)
      fields.append("\(name): \(value)")
    }
    try CallRequest.check(fields: fields)
    var body: [UInt8]?
    if let template = step.body { body = try content(try json(template, scope, draft), &fields) }
    // A screen that has left has no state for the answer.
    let screen = scope.screen.flatMap { draft.tree.screen($0)?.id }
    let request = CallRequest(method: step.method, url: url, fields: fields, body: body, timeout: step.timeout)
    // Before the limit of waiting calls is checked, in which the replaced call does not count.
    if let id = step.limits.id { draft.endCall(id, of: screen) }
    try draft.ask(SentCall(screen: screen, request: request, reply: CallReply(step, scope, of: app)))
  }

  /// The content of a request: JSON, or the text itself if the header fields name another type.
  private func content(_ value: JSONValue, _ fields: inout [String]) throws(ActionError) -> [UInt8] {
    let name = "content-type:"
    let type = fields.first { $0.lowercased().hasPrefix(name) }?.dropFirst(name.count)
    if type == nil { fields.append("Content-Type: application/json") }
    let bytes: [UInt8]
    if case .string(let text) = value, let type, !type.lowercased().contains("json") {
      bytes = Array(text.utf8)
    } else {
      bytes = value.bytes
    }
    guard bytes.count <= CallRequest.longestBody else {
      throw .badCall("The content takes \(bytes.count) bytes; the limit is \(CallRequest.longestBody).")
    }
    return bytes
  }

  private mutating func text(
    _ template: ValueTemplate, _ what: String, _ scope: LogicScope, _ draft: Draft
  ) throws(ActionError) -> String {
    let value = try json(template, scope, draft)
    switch value {
    case .string(let text): return text
    case .bool, .integer, .number: return value.text
    default: throw .badCall("\(what) must be a text; it is \(value.kind).")
    }
  }
}

// Details have no URL and no field value, which may contain secrets of the definition; diagnoses, for backends, do.
extension CallRequest {
  fileprivate static func check(url: String) throws(ActionError) {
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw .badCall("The URL must begin with http:// or https://", found: url)
    }
    guard url.utf8.count <= longestURL, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badCall(
        "The URL must have at most \(longestURL) visible ASCII characters; `url.encode` encodes others", found: url)
    }
    guard !hasDotSegment(url) else {
      throw .badCall("The path of the URL has the segment `.` or `..`, which would lead to another path", found: url)
    }
  }

  /// Whether a receiver would remove segments of the path (RFC 3986 §5.2.4, also when percent-encoded).
  private static func hasDotSegment(_ url: String) -> Bool {
    url.prefix { $0 != "?" && $0 != "#" }.split { $0 == "/" || $0 == "\\" }.contains { segment in
      let plain = segment.lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
      return plain == "." || plain == ".."
    }
  }

  /// Refuses characters that would end a header field (RFC 9110 §5.5).
  fileprivate static func check(_ value: String, of name: String) throws(ActionError) {
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw .badCall("The header field `\(name)` must not have control characters", found: value)
    }
  }

  fileprivate static func check(fields: [String]) throws(ActionError) {
    guard fields.reduce(0, { $0 + $1.utf8.count }) <= longestFields else {
      throw .badCall("The header fields take more than \(longestFields) bytes.")
    }
  }
}

extension ActionError {
  fileprivate static func badCall(_ detail: String) -> ActionError { .forbidden("bad-call", detail) }

  /// - Parameter text: The text of the request. It may have a secret of the definition.
  fileprivate static func badCall(_ rule: String, found text: String) -> ActionError {
    .forbidden("bad-call", rule + ".", diagnosis: "\(rule); it is \(JSONValue.string(text).excerpt).")
  }
}
