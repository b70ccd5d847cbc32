/// What a route leads to.
struct Endpoint: Sendable {
  /// Who may call it where tokens are required.
  let access: Access
  /// The query parameters it has.
  let parameters: [String]
  /// What it answers with where it succeeds.
  let content: Content
  /// Its place in the table of routes.
  var number = 0
  let run: @Sendable (API, Exchange) throws(Problem) -> Void

  init(
    _ access: Access, parameters: [String] = [], content: Content = .json,
    _ run: @escaping @Sendable (API, Exchange) throws(Problem) -> Void
  ) {
    self.access = access
    self.parameters = parameters
    self.content = content
    self.run = run
  }

  /// A media type.
  enum Content: Sendable {
    case json
    /// A JSON text a line.
    case lines
    /// Server-sent events.
    case events
    /// Figures for Prometheus.
    case metrics

    var type: StaticString { self == .events || self == .metrics ? "text" : "application" }

    var subtype: StaticString {
      switch self {
      case .json: "json"
      case .lines: "x-ndjson"
      case .events: "event-stream"
      case .metrics: "plain"
      }
    }
  }

  enum Access: Sendable {
    case everybody
    /// The session's own token, or the admin's.
    case session
    case admin
  }
}
