/// What a route leads to.
struct Endpoint: Sendable {
  /// Who may call it where tokens are required.
  let access: Access
  /// The query parameters it has.
  let parameters: [String]
  /// What it answers with where it succeeds: `application/` and this.
  let subtype: StaticString
  let run: @Sendable (API, Exchange) throws(Problem) -> Void

  init(
    _ access: Access, parameters: [String] = [], subtype: StaticString = "json",
    _ run: @escaping @Sendable (API, Exchange) throws(Problem) -> Void
  ) {
    self.access = access
    self.parameters = parameters
    self.subtype = subtype
    self.run = run
  }

  enum Access: Sendable {
    case everybody
    /// The session's own token, or the admin's.
    case session
    case admin
  }
}
