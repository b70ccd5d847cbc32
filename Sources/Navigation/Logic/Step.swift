import JSON
import Reduction

/// A step of an action that an app definition contains.
///
/// Steps run in order, each on the result of the previous ones. All steps of an action are one change, all or nothing.
public indirect enum Step: Sendable {
  /// Sets members of the app's data and of the screen's state. All values are computed before the first is set.
  case set([Assignment])
  /// Appends values to lists.
  case append([Assignment])
  /// Removes the items of lists for which a condition holds.
  case remove([Removal])
  /// Performs another action.
  case perform(ValueTemplate)
  /// Sends an output to clients.
  case emit(String, ValueTemplate)
  /// Starts a timer. It replaces the timer of the same name.
  case timer(TimerTime, name: EffectID, ValueTemplate)
  /// Cancels a timer.
  case cancel(EffectID)
  /// Sends an action to the session with an id or a key.
  case send(to: Expression, ValueTemplate)
  /// Asks another server, once the change is durable.
  case call(CallStep)
  case branch(Expression, then: [Step], otherwise: [Step])
  /// Refuses the action with a message and a code.
  case refuse(TextTemplate, code: String)
  /// Begins the session anew: its tree, its data and its timers.
  case restart
  /// Makes the revisions before this change unavailable.
  case forget

  /// A place and the value for it.
  public struct Assignment: Sendable {
    public let place: DataPath
    public let value: Expression

    public init(_ place: DataPath, _ value: Expression) {
      self.place = place
      self.value = value
    }
  }

  /// The place of a list, and the condition for the items to remove.
  public struct Removal: Sendable {
    public let place: DataPath
    public let condition: ItemCondition

    public init(_ place: DataPath, _ condition: ItemCondition) {
      self.place = place
      self.condition = condition
    }
  }
}
