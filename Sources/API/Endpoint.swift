/// What a route leads to.
struct Endpoint: Sendable {
  /// Who may call it where tokens are required.
  let access: Access
  /// The query parameters it has.
  let parameters: [String]
  /// Whether it answers with server-sent events, and not with JSON.
  let streams: Bool
  let run: @Sendable (API, Exchange) throws(Problem) -> Void

  init(
    _ access: Access, parameters: [String] = [], streams: Bool = false,
    _ run: @escaping @Sendable (API, Exchange) throws(Problem) -> Void
  ) {
    self.access = access
    self.parameters = parameters
    self.streams = streams
    self.run = run
  }

  enum Access: Sendable {
    case everybody
    /// The session's own token, or the admin's.
    case session
    case admin
  }
}
