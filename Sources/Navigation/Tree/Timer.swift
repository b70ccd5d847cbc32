import JSON

/// An action that a reducer asked for and that is still to come.
///
/// Does not keep the time: it says what is to happen and when, and stands in the tree until it does.
public struct Timer: Sendable, Equatable {
  public typealias ID = String

  /// Unique in its session for ever.
  public let id: ID
  /// Whose reducer asked and will be given the action; nil: the app's own.
  public let screen: Screen.ID?
  /// The name under which it can be replaced or cancelled, unique among those of its screen.
  public let effect: String
  /// Milliseconds since 1970.
  public let fireAt: Int64
  public let action: Action

  public init(id: ID, screen: Screen.ID?, effect: String, fireAt: Int64, action: Action) {
    self.id = id
    self.screen = screen
    self.effect = effect
    self.fireAt = fireAt
    self.action = action
  }

  /// What is carried out when it is due.
  public var dueAction: Action {
    guard let screen else { return action }
    return Action("screen", ["id": .string(screen), "action": .object(action.fields)])
  }

  /// What can be written as a time, in milliseconds since 1970.
  package static let moments = JSONTimestamp.range

  /// How many may be pending in a session, and how far ahead.
  public struct Limits: Sendable {
    public var count = 1_000
    /// Milliseconds.
    public var span: Int64 = 365 * 24 * 60 * 60 * 1_000

    public init() {}
  }
}

extension Timer {
  /// About its bytes as JSON.
  var size: Int {
    64 + id.utf8.count + effect.utf8.count + (screen?.utf8.count ?? 0) + action.fields.encodedSize
  }

  /// In which order those of a session fire: at the same moment, the one that was made first.
  package func precedes(_ other: Timer) -> Bool {
    (fireAt, id.utf8.count, id) < (other.fireAt, other.id.utf8.count, other.id)
  }
}
