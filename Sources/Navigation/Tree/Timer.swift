import JSON
import Reduction

/// A pending delayed action of a reducer.
///
/// A value in the tree, which states the action and its due time. The server's scheduler fires it.
public struct Timer: Sendable, Equatable {
  /// The type of ids: `t` and a number.
  public typealias ID = String

  /// The id, unique in the session and never reused.
  public let id: ID
  /// The screen whose reducer started the timer and receives the action; nil for the app's own reducer.
  public let screen: Screen.ID?
  /// The name by which the timer is replaced or cancelled, unique per screen.
  public let effect: String
  /// The due time in milliseconds since 1970.
  public let fireAt: Int64
  /// The action to perform.
  public let action: Action
  /// The times of a timer that fires again and again; nil: it fires once.
  public let recurrence: Recurrence?
  /// The code of the refusal if the action of the last firing was refused; only with a recurrence.
  package let lastRefusal: String?

  /// Creates a timer.
  public init(
    id: ID, screen: Screen.ID?, effect: String, fireAt: Int64, action: Action, recurrence: Recurrence? = nil
  ) {
    self.init(
      id: id, screen: screen, effect: effect, fireAt: fireAt, action: action, recurrence: recurrence, lastRefusal: nil)
  }

  package init(
    id: ID, screen: Screen.ID?, effect: String, fireAt: Int64, action: Action, recurrence: Recurrence?,
    lastRefusal: String?
  ) {
    self.id = id
    self.screen = screen
    self.effect = effect
    self.fireAt = fireAt
    self.action = action
    self.recurrence = recurrence
    self.lastRefusal = lastRefusal
  }

  /// The action to reduce when the timer is due: addressed to the screen, if there is one.
  public var dueAction: Action {
    guard let screen else { return action }
    return Action("screen", ["id": .string(screen), "action": .object(action.fields)])
  }

  /// The range of due times, in milliseconds since 1970: the times that can be formatted.
  package static let moments = JSONTimestamp.range

  /// The limits of a session's timers.
  public struct Limits: Sendable {
    /// The greatest number of pending timers.
    public var count = 1_000
    /// The greatest time from a change to the first firing of a timer that it sets, in milliseconds.
    public var span: Int64 = 3_653 * 24 * 60 * 60 * 1_000

    /// Creates the default limits: 1,000 timers, ten years.
    public init() {}
  }
}

extension Timer {
  /// The approximate size as JSON in bytes.
  var size: Int {
    64 + id.utf8.count + effect.utf8.count + (screen?.utf8.count ?? 0) + action.fields.encodedSize
      + (recurrence == nil ? 0 : 128)
  }

  /// Whether this timer fires before another one. At the same due time, the one that was created first does.
  package func precedes(_ other: Timer) -> Bool {
    // By length before text, since `t9` was made before `t10`.
    (fireAt, id.utf8.count, id) < (other.fireAt, other.id.utf8.count, other.id)
  }
}

extension [Timer] {
  /// Inserts a timer in order.
  mutating func add(_ timer: Timer) {
    insert(timer, at: firstIndex { timer.precedes($0) } ?? count)
  }
}
