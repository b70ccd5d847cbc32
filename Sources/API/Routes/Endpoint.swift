/// What a route leads to.
struct Endpoint: Sendable {
  /// Who may call it where tokens are required.
  let access: Access
  /// What it answers with where it succeeds.
  let content: Content
  /// What it answers with, too, for clients that like that better.
  let alternatives: [Content]
  /// What it is, for those who call it.
  let operation: Operation
  /// Its place in the table of routes.
  var number = 0
  /// Whether an `Idempotency-Key` is seen to for the endpoint.
  var keepsAnswer = false
  let run: @Sendable (API, Exchange) throws(Problem) -> Void

  init(
    _ access: Access, content: Content = .json, alternatives: [Content] = [], _ operation: Operation,
    _ run: @escaping @Sendable (API, Exchange) throws(Problem) -> Void
  ) {
    self.access = access
    self.content = content
    self.alternatives = alternatives
    self.operation = operation
    self.run = run
  }

  /// The query parameters it has.
  var parameters: [String] { operation.parameters }

  /// A media type.
  enum Content: Sendable {
    case json
    /// A JSON Schema.
    case schema
    /// A JSON text a line.
    case lines
    /// Server-sent events.
    case events
    case html
    case css
    case javaScript
    case svg
    case mermaid
    case text
    /// A file, of the media type that its name says.
    case file
    /// Figures for Prometheus.
    case metrics

    var type: StaticString {
      switch self {
      case .json, .schema, .lines, .file: "application"
      case .events, .html, .css, .javaScript, .mermaid, .text, .metrics: "text"
      case .svg: "image"
      }
    }

    var subtype: StaticString {
      switch self {
      case .json: "json"
      case .schema: "schema+json"
      case .lines: "x-ndjson"
      case .events: "event-stream"
      case .html: "html"
      case .css: "css"
      case .javaScript: "javascript"
      case .svg: "svg+xml"
      case .file: "octet-stream"
      case .mermaid: "vnd.mermaid"
      case .text, .metrics: "plain"
      }
    }

    var name: String { "\(type)/\(subtype)" }
  }

  enum Access: Sendable {
    case everybody
    /// The session's own token, or the admin's.
    case session
    /// The same, or a ticket: who listens to a session.
    case listening
    /// A key of the app that the session is to be of, or the admin's token.
    case creation
    /// A key of the app that the path names, or the admin's token.
    case app
    case admin
  }
}
