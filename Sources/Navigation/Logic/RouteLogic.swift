import Reduction

/// The parts of a route that contain expressions and steps.
public struct RouteLogic: Sendable {
  /// The actions of the route's screens, by `type`.
  public var actions: [String: LogicAction] = [:]
  /// The steps when a screen of the route is made.
  public var onEnter: [Step] = []
  /// The steps when a screen of the route is removed.
  public var onLeave: [Step] = []
  /// The steps when a screen that this one opened is removed, by its route.
  public var onResult: [String: [Step]] = [:]
  /// The steps for the routes that `onResult` does not name.
  public var onOtherResult: [Step]?
  /// The conditions for opening a screen of the route.
  public var guards: [Guard] = []
  /// The condition for removing a screen of the route without confirmation.
  public var leave: Condition?
  /// The timers that start with a screen of the route.
  public var timers: [StartTimer] = []

  /// Creates the logic of a route without any.
  public init() {}

  /// Whether something happens when screens of the route are made or removed.
  var hasHooks: Bool {
    !onEnter.isEmpty || !onLeave.isEmpty || handlesResults || !guards.isEmpty || leave != nil || !timers.isEmpty
  }

  /// Whether the route's screens handle the results of screens that they opened.
  var handlesResults: Bool { !onResult.isEmpty || onOtherResult != nil }

  /// A timer that starts with a screen.
  public struct StartTimer: Sendable {
    let name: EffectID
    let time: TimerTime
    let action: ValueTemplate

    /// Creates a timer.
    public init(_ name: EffectID, _ time: TimerTime, _ action: ValueTemplate) {
      self.name = name
      self.time = time
      self.action = action
    }
  }
}

/// A condition for opening a screen, with the steps to perform instead.
public struct Guard: Sendable {
  let condition: Condition
  /// Nil: the action is refused.
  let otherwise: [Step]?
  /// Whether the refused action is performed when the screen that `otherwise` opened returns a result.
  let resumes: Bool

  /// Creates a guard.
  public init(_ condition: Condition, otherwise: [Step]? = nil, resumes: Bool = true) {
    self.condition = condition
    self.otherwise = otherwise
    self.resumes = resumes
  }
}

/// The parts of an app that contain expressions and steps.
public struct AppLogic: Sendable {
  /// The actions that can be sent at any time, by `type`.
  public var actions: [String: LogicAction] = [:]
  /// The steps of the idle rule, if it has steps instead of an action.
  public var idleSteps: [Step] = []
  /// The action of the timer that performs ``idleSteps``.
  package static let idleAction = Action("idle")
  /// The time after the last change at which a session is deleted, in milliseconds; nil: as the server does.
  public var expires: Int64?
  /// The rights of clients to undo.
  public var undo = Undo.all

  /// Whether a step of the definition begins sessions anew.
  public var canRestart = false

  /// Creates the logic of an app without any.
  public init() {}

  /// The history moves that clients can make.
  public enum Undo: Sendable, Equatable {
    case all
    /// At most this number of steps back.
    case limited(Int)
    case none
  }
}
