/// The rule by which a session of an earlier version of an app becomes one of a later version.
///
/// The expressions read the session as it was before the migration. Parts that the rule does not name stay.
public struct AppMigration: Sendable {
  /// The new names of routes, by their former names; nil: the screens of the route are removed.
  public var routes: [String: String?] = [:]
  /// The new params and states of screens, by their new routes.
  public var screens: [String: ScreenRule] = [:]
  /// The new values in the app's data.
  public var data: [Step.Assignment] = []
  /// Whether timers of routes start for the screens that exist.
  public var startsTimers = false

  /// Creates a rule that changes nothing.
  public init() {}

  /// The new params and state of a route's screens.
  public struct ScreenRule: Sendable {
    /// The params that change.
    public var params: [MemberRule]
    /// The members of the state that change.
    public var state: [MemberRule]

    /// Creates a rule.
    public init(params: [MemberRule] = [], state: [MemberRule] = []) {
      self.params = params
      self.state = state
    }
  }

  /// The new value of a member.
  public struct MemberRule: Sendable {
    /// The name of the member.
    public let name: String
    /// The value; nil: the member is removed.
    public let value: Expression?

    /// Creates a rule.
    public init(_ name: String, _ value: Expression?) {
      self.name = name
      self.value = value
    }
  }
}
