import Navigation
import Sessions

/// The properties of a route beside its method and its path.
///
/// A class, since each request has one, and its stages read it.
final class Endpoint: Sendable {
  /// Responds to an authorized request, immediately or later; throws the problem to respond with.
  typealias Handler = @Sendable (Exchange) throws(Problem) -> Void
  /// Responds to an authorized request, which may take waits.
  typealias WaitingHandler = @Sendable (Exchange) async throws(Problem) -> Void

  let handler: Handler
  /// The credential required where tokens are required.
  let access: Access
  /// The role that a token of a session needs at least.
  let role: TokenRole
  /// The scopes of operators that permit the request, each by itself; empty: it is the admin's.
  let scopes: OperatorScopes
  /// Whether the request concerns no single app, so that operators of some apps may not send it.
  let isServerWide: Bool
  /// The media type of a successful response.
  let content: Content
  /// Other media types that the client may prefer.
  let alternatives: [Content]
  /// The documentation of the endpoint; that of the session's own path, if the path names it by its key.
  let operation: Operation
  /// The endpoint's index in the table of routes; nil before it is in the table.
  let number: Int?
  /// Whether the request takes a time that grows with a definition: it compiles one, or describes its parts.
  let isCostly: Bool
  /// Whether responses are stored under the request's `Idempotency-Key`.
  let recordsResponse: Bool
  /// Whether the request rests on the catalogues of apps, keys, operators and webhooks, as all do but those of single sessions.
  let usesCatalogues: Bool
  /// Whether the path names the session by its key.
  let isByKey: Bool

  init(
    _ access: Access, role: TokenRole, scopes: OperatorScopes = [], isServerWide: Bool = false,
    content: Content = .json, alternatives: [Content] = [], _ operation: Operation,
    number: Int? = nil, recordsResponse: Bool = false, usesCatalogues: Bool = false, isByKey: Bool = false,
    _ handler: @escaping Handler
  ) {
    self.scopes = scopes
    self.isServerWide = isServerWide
    self.number = number
    self.isByKey = isByKey
    self.recordsResponse = recordsResponse
    self.usesCatalogues = usesCatalogues
    self.handler = handler
    self.access = access
    self.role = role
    self.content = content
    self.alternatives = alternatives
    self.operation = operation
    isCostly = Self.costly.contains(operation.id)
  }

  /// The path of the session of an app that has a key. Below it are the same paths as below that of a session.
  static let byKeyTemplate = "/v1/apps/{app}/sessions/{sessionKey}"

  /// The endpoint of requests without a route.
  static let unrouted = Endpoint(.admin, role: .backend, Operation("unrouted", "Answer that there is no such path")) {
    _ in
  }

  private static let costly: Set = [
    "defineApp", "listApps", "readDocument", "readGraph", "readSchema", "readSessionApp", "resolveLink",
  ]

  /// The documentation of the endpoint at its own path.
  var documented: Operation { isByKey ? operation.byKey : operation }

  /// Whether the request may create the session in the path.
  var creates: Bool { isByKey && operation.takesCreation }

  /// The names of the query parameters.
  var parameters: [String] { operation.parameters }

  /// Whether the endpoint's path begins with a session's id.
  var isOfSession: Bool { access == .session || access == .listening }

  /// Whether the content is streamed, so that the endpoint itself handles the key once the content is complete.
  var streamsContent: Bool { operation.id == "importSession" }

  /// Whether the request deletes the session together with its stored answers.
  var endsSession: Bool { operation.id == "deleteSession" }

  /// A media type.
  enum Content: Sendable {
    case json
    /// A JSON Schema.
    case schema
    /// One JSON text per line.
    case lines
    /// Server-sent events.
    case events
    case html
    case css
    case javaScript
    case svg
    case mermaid
    case csv
    case text
    /// A file; its media type depends on its name.
    case file
    /// Metrics in the Prometheus format.
    case metrics

    var type: StaticString { media.type }
    var subtype: StaticString { media.subtype }
    var name: String { "\(type)/\(subtype)" }
    /// The value of `Content-Type`: the name, with its parameters.
    var contentType: StaticString { media.full }

    private var media: (type: StaticString, subtype: StaticString, full: StaticString) {
      switch self {
      case .json: ("application", "json", "application/json")
      case .schema: ("application", "schema+json", "application/schema+json")
      case .lines: ("application", "x-ndjson", "application/x-ndjson")
      case .events: ("text", "event-stream", "text/event-stream")
      case .html: ("text", "html", "text/html; charset=utf-8")
      case .css: ("text", "css", "text/css; charset=utf-8")
      case .javaScript: ("text", "javascript", "text/javascript; charset=utf-8")
      case .svg: ("image", "svg+xml", "image/svg+xml")
      case .mermaid: ("text", "vnd.mermaid", "text/vnd.mermaid; charset=utf-8")
      case .csv: ("text", "csv", "text/csv; charset=utf-8")
      case .text: ("text", "plain", "text/plain; charset=utf-8")
      case .file: ("application", "octet-stream", "application/octet-stream")
      case .metrics: ("text", "plain", "text/plain; version=0.0.4; charset=utf-8")
      }
    }
  }

  enum Access: Sendable {
    /// No token is required.
    case open
    /// The session's own token, or the admin token.
    case session
    /// The session's own token, the admin token or a ticket.
    case listening
    /// A key of the new session's app, or the admin token.
    case creation
    /// A key of the app in the path, or the admin token.
    case app
    /// Any token that may be valid and has not ended: the requests that an agent's message asks for check it.
    case agent
    case admin
  }
}
