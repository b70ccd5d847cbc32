import JSON

/// The description of a route for callers. The documents are generated from it.
///
/// A class, since routes are looked up, and copied, for every request.
final class Operation: Sendable {
  /// Unique, and valid as an identifier in programs.
  let id: String
  let summary: String
  let detail: String
  let query: [Parameter]
  /// The header fields specific to this route.
  let fields: [Parameter]
  let body: Body?
  /// The responses to successful requests; errors are in `problems`.
  let answers: [Reply]
  /// The problems specific to this route, in addition to those that follow from its method, its access and its body.
  let problems: [ProblemKind]
  /// Whether the body may ask for the creation of the session, if its key is in the path.
  let takesCreation: Bool
  /// The names of the query's parameters.
  let parameters: [String]

  convenience init(
    _ id: String, _ summary: String, _ detail: String = "", query: [Parameter] = [], fields: [Parameter] = [],
    body: Body? = nil, answers: Reply..., problems: [ProblemKind] = [], takesCreation: Bool = false
  ) {
    self.init(
      id, summary, detail, query: query, fields: fields, body: body, replies: answers, problems: problems,
      takesCreation: takesCreation)
  }

  private init(
    _ id: String, _ summary: String, _ detail: String, query: [Parameter], fields: [Parameter], body: Body?,
    replies answers: [Reply], problems: [ProblemKind], takesCreation: Bool
  ) {
    self.id = id
    self.summary = summary
    self.detail = detail
    self.query = query
    self.fields = fields
    self.body = body
    self.answers = answers
    self.problems = problems
    self.takesCreation = takesCreation
    self.parameters = query.map(\.name)
  }

  /// The operation on the session that has the key in the path.
  var byKey: Operation {
    let creating = ProblemKind.creation + ["bad-member", "unknown-app", "too-many-labels"]
    return Operation(
      id + "ByKey", summary, detail, query: query, fields: fields, body: takesCreation ? body?.takingCreation : body,
      replies: answers, problems: takesCreation ? creating + problems : problems, takesCreation: takesCreation)
  }

  /// A parameter in the path, the query or the header.
  struct Parameter: Sendable {
    let name: String
    let schema: Schema
    let detail: String
    var isRequired = false
    var example: JSONValue?

    init(_ name: String, _ schema: Schema, _ detail: String, required: Bool = false, example: JSONValue? = nil) {
      self.name = name
      self.schema = schema
      self.detail = detail
      self.isRequired = required
      self.example = example
    }
  }

  struct Body: Sendable {
    let schema: Schema
    /// Accepted by the server unchanged, in a matching session or app.
    let example: JSONValue?
    var isRequired = true
    var content = Endpoint.Content.json

    init(_ schema: Schema, example: JSONValue?, required: Bool = true, content: Endpoint.Content = .json) {
      self.schema = schema
      self.example = example
      self.isRequired = required
      self.content = content
    }

    /// The same with the member `create` beside the others.
    fileprivate var takingCreation: Body {
      var json = schema.json
      // Closed schemas that others refer to take no further member.
      if json["properties"] == nil { json = ["type": "object"] }
      var properties = json["properties"]?.objectValue ?? [:]
      properties["create"] = .object(Schema.ref("SessionToCreate").json)
      json["properties"] = .object(properties)
      return Body(Schema(json), example: example, required: isRequired, content: content)
    }

    /// An object without members, which may be left out.
    static let nothing = Body(.request([:]), example: nil, required: false)
  }

  /// A response to a successful request.
  struct Reply: Sendable {
    let status: Int
    let detail: String
    /// By media type; empty if the response has no content.
    var contents: [(Endpoint.Content, Schema)] = []
    var fields: [String] = []

    /// A response in JSON.
    static func json(_ status: Int, _ schema: Schema, _ detail: String, fields: [String] = []) -> Reply {
      Reply(status: status, detail: detail, contents: [(.json, schema)], fields: fields)
    }

    static func content(_ content: Endpoint.Content, _ detail: String, fields: [String] = []) -> Reply {
      Reply(status: 200, detail: detail, contents: [(content, .string)], fields: fields)
    }

    static func empty(_ status: Int, _ detail: String, fields: [String] = []) -> Reply {
      Reply(status: status, detail: detail, fields: fields)
    }
  }
}

// Parameters shared by many routes.
extension Operation.Parameter {
  static let version = Self(
    "version", .integer(from: 1), "A version of the app. Default: the newest", example: 1)
  static let limit = Self("limit", .integer(1...1_000, default: 100), "The maximum number of items", example: 10)
  static let after = Self("after", .integer(from: 0, default: 0), "The `next` value of the previous page", example: 0)

  static let label = Self(
    "label", .array(of: .pattern("^[^:]{1,100}:.{0,200}$")),
    "Only sessions with this label, `name:value`. May be repeated: a session must have all of them",
    example: ["store:berlin"])

  static let dryRun = Self(
    "dryRun", .oneOf(["0", "1"]), "1: the response is computed, but nothing is changed", example: "0")

  static let ifMatch = Self(
    "If-Match", .pattern(#"^((W/)?"[0-9]{1,9}"|\*)$"#), "The required revision of the session, as in `ETag`",
    example: "*")
  static let ifNoneMatch = Self(
    "If-None-Match", .pattern(#"^"[0-9]{1,9}"$"#),
    "The revision that the client has. The response is 304 if the session still has it",
    example: #""999""#)
  static let lastEventID = Self(
    "Last-Event-ID", .pattern("^[0-9]{0,15}$"), "The last event that the client has. Takes precedence over `after`")
  static let anyTag = Self(
    "If-None-Match", .pattern(#"^(W/)?"[!#-~]+"$"#),
    "The `ETag` that the client has. The response is 304 if it has not changed")
  static let key = Self(
    "Idempotency-Key", .pattern("^[!-~]{1,255}$"),
    "A unique key of the request. A request with the same key gets the stored response and is not performed again")
  static let lease = Self("Lease", .string, "The lease that the client holds")
  static let minimal = Self(
    "Prefer", .string,
    "`return=minimal` omits `plan` and `session`. `wait=N; until=shown` delays the response until a device has reported "
      + "with `PUT …/shown` that it has drawn the revision, for at most N seconds (maximum 60)",
    example: "return=minimal")
  static let wait = Self(
    "Prefer", .string,
    "With `If-None-Match`: `wait=N` delays the response until the next change, for at most N seconds (maximum 60)")

  /// The header fields that a change accepts.
  static let change = [ifMatch, key, lease, minimal]

  /// A parameter in the path.
  static func inPath(_ name: String) -> Self {
    switch name {
    case "id": Self(name, .ref("SessionID"), "The session's id", required: true)
    case "app": Self(name, .ref("Name"), "The app's name", required: true, example: "counter")
    case "sessionKey": Self(name, .text(1...200), "The session's key", required: true, example: "order-17")
    case "batch": Self(name, .pattern("^b_[1-9][0-9]*$"), "The job's id", required: true, example: "b_1")
    case "quarantine": Self(name, .string, "The id in the list", required: true, example: "creation_counter")
    case "token": Self(name, .string, "The token's id", required: true, example: "t_Zm9vYmFyYmF6")
    case "operator": Self(name, .string, "The operator's id", required: true, example: "op_Zm9vYmFyYmF6")
    case "action": Self(name, .text(1...128), "The type of an app's own action", required: true, example: "increment")
    case "timer": Self(name, .string, "The timer's id", required: true, example: "t2")
    case "revision": Self(name, .integer(from: 1), "A revision of the session", required: true, example: 1)
    case "name": Self(name, .ref("Name"), "The webhook's name", required: true, example: "orders")
    case "file": Self(name, .string, "The file's name", required: true, example: "main.js")
    case "key": Self(name, .ref("Name"), "The key's name", required: true, example: "mobile")
    case "code":
      Self(name, .pattern("^[a-z]+(-[a-z]+)*$"), "The problem's code", required: true, example: "nothing-to-pop")
    default: preconditionFailure("{\(name)} is in a path and has no description")
    }
  }
}

extension Operation.Reply {
  static let receipt = json(
    200, .ref("Receipt"), "The receipt. The change is durable", fields: ["ETag", "Idempotency-Replayed"])
  static let created = json(
    201, .ref("CreatedSession"), "The session and its token. The token is not shown again",
    fields: ["Location", "ETag", "Idempotency-Replayed"])
  static let notModified = empty(304, "The client has the current version", fields: ["ETag"])
}
