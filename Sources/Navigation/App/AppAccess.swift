import JSON

/// The rights of people who sign in with the tokens of an issuer (JWTs) in an app's sessions.
///
/// ```swift
/// AppAccess { query in
///   query.session?.labels["person"].map(JSONValue.string) == query.claims["sub"] ? .act : nil
/// } create: { query in
///   guard let person = query.claims["sub"]?.stringValue else { return nil }
///   return AppAccess.NewSession(key: "user:\(person)", labels: ["person": person])
/// }
/// ```
public struct AppAccess: Sendable {
  /// Returns the role in a session; nil: the session does not exist for the person.
  package let role: @Sendable (AccessQuery) -> TokenRole?
  /// Returns the session that the person may create; nil: none. The function is nil if the app lets nobody create one.
  package let create: (@Sendable (AccessQuery) -> NewSession?)?

  /// Creates the rights.
  ///
  /// - Parameters:
  ///   - role: Returns the role in a session; nil: the session does not exist for the person.
  ///   - create: Returns the session that the person may create; nil: none.
  public init(
    role: @escaping @Sendable (AccessQuery) -> TokenRole?,
    create: (@Sendable (AccessQuery) -> NewSession?)? = nil
  ) {
    self.role = role
    self.create = create
  }

  /// The key, the labels and the data of a session that a person creates.
  public struct NewSession: Sendable, Equatable {
    /// The key. A session that has it is returned instead; nil: each request creates one.
    public var key: String?
    /// The labels.
    public var labels: Labels
    /// The members to merge into the app's data.
    public var data: JSONObject

    /// Creates a start.
    public init(key: String? = nil, labels: Labels = [:], data: JSONObject = [:]) {
      self.key = key
      self.labels = labels
      self.data = data
    }
  }
}

/// The claims of a token, and the session that it is to open.
public struct AccessQuery: Sendable {
  /// The claims, whose signature is verified (RFC 7519 §4).
  public let claims: JSONObject
  /// The session; nil: it is to be created.
  public let session: Session?
  /// The time in milliseconds since 1970.
  public let now: Int64
  /// Called with the place of each expression that fails, and the reason.
  package let onFailure: @Sendable (_ place: JSONPointer, _ reason: String) -> Void

  /// The parts of a session that rights depend on.
  public struct Session: Sendable {
    /// The id.
    public let id: String
    /// The key; nil: none.
    public let key: String?
    /// The labels.
    public let labels: Labels

    package init(id: String, key: String?, labels: Labels) {
      self.id = id
      self.key = key
      self.labels = labels
    }
  }

  package init(
    claims: JSONObject, session: Session? = nil, now: Int64,
    onFailure: @escaping @Sendable (JSONPointer, String) -> Void = { _, _ in }
  ) {
    self.claims = claims
    self.session = session
    self.now = now
    self.onFailure = onFailure
  }
}
