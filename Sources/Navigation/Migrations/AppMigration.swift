import JSON
import Reduction

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

  /// Changes the params and the state of a screen in Swift, after the rules above.
  var change: ScreenChange?
  /// Changes the app's data in Swift, after the rules above.
  var changeData: DataChange?

  /// Changes the params and the state of a screen, whose route is named as in the new version.
  public typealias ScreenChange =
    @Sendable (_ route: String, _ params: inout JSONObject, _ state: inout JSONValue) throws(Refusal) -> Void
  /// Changes the app's data.
  public typealias DataChange = @Sendable (_ data: inout JSONValue) throws(Refusal) -> Void

  /// Creates a rule that changes nothing.
  public init() {}

  /// Creates a rule in Swift. A session that it refuses stays as it is.
  ///
  /// ```swift
  /// App("quiz", version: 2, …, migrations: [
  ///   1: AppMigration(routes: ["start": "home"]) { route, _, state throws(Refusal) in
  ///     if route == "home" { state.mergePatch(["points": 0]) }
  ///   }
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The new names of routes, by their former names; nil: the screens of the route are removed.
  ///   - data: Changes the app's data.
  ///   - screens: Changes each screen.
  public init(routes: [String: String?] = [:], data: DataChange? = nil, screens: ScreenChange? = nil) {
    self.routes = routes
    changeData = data
    change = screens
  }

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
