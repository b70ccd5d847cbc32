/// When a delayed effect is fed back.
public enum EffectTime: Sendable, Hashable {
  /// After a delay, counted from the time of the change.
  case after(Duration)
  /// At a time in milliseconds since 1970; at once if it has passed.
  case at(Int64)
  /// Again and again, until it is cancelled.
  case every(Recurrence)
}

extension Effect {
  /// Feeds `action` back into the store after a delay.
  ///
  /// - Parameters:
  ///   - id: The name of the effect. Replaces the pending effect of this id.
  ///   - delay: The delay, counted from the time of the change.
  ///   - action: The action to feed back.
  @inlinable
  public static func after(id: EffectID, _ delay: Duration, _ action: Action) -> Effect {
    .schedule(id: id, .after(delay), action)
  }

  /// Feeds `action` back into the store at a time, or at once if it has passed.
  ///
  /// - Parameters:
  ///   - id: The name of the effect. Replaces the pending effect of this id.
  ///   - time: Milliseconds since 1970.
  ///   - action: The action to feed back.
  @inlinable
  public static func at(id: EffectID, _ time: Int64, _ action: Action) -> Effect {
    .schedule(id: id, .at(time), action)
  }

  /// Feeds `action` back into the store again and again, until the effect is cancelled.
  ///
  /// - Parameters:
  ///   - id: The name of the effect. Replaces the pending effect of this id.
  ///   - recurrence: The times.
  ///   - action: The action to feed back.
  @inlinable
  public static func every(id: EffectID, _ recurrence: Recurrence, _ action: Action) -> Effect {
    .schedule(id: id, .every(recurrence), action)
  }

  @inlinable
  static func schedule(id: EffectID, _ time: EffectTime, _ action: Action) -> Effect {
    Effect(storage: .one(.schedule(id: id, time, action)))
  }
}
