extension Effect {
  /// One operation of an effect.
  public enum Operation: Sendable {
    /// Feeds the action back, after the actions that were fed back before.
    case send(Action)
    /// Feeds the action back as `send` does, unless its scope or an outer scope is cancelled before its turn.
    case sendWithin(scope: EffectID, Action)
    /// Feeds the action back later. Replaces the pending effect of the id.
    case schedule(id: EffectID, EffectTime, Action)
    /// Cancels the pending effect of the id.
    case cancel(id: EffectID)
    /// Cancels the pending effects whose ids are inside of the scope, and queued actions that were fed back from there.
    case cancelAll(under: EffectID)
    /// Sends a value to all subscribers of its type.
    case output(any Output)
    /// Sends a message to another store; `to` is the id of the recipient's session.
    case message(to: String, any Message)

    /// Returns this operation for a store whose actions are made from these by `transform`.
    @inlinable
    public func map<Other>(_ transform: (Action) -> Other) -> Effect<Other>.Operation {
      switch self {
      case .send(let action): .send(transform(action))
      case .sendWithin(let scope, let action): .sendWithin(scope: scope, transform(action))
      case .schedule(let id, let time, let action): .schedule(id: id, time, transform(action))
      case .cancel(let id): .cancel(id: id)
      case .cancelAll(let scope): .cancelAll(under: scope)
      case .output(let output): .output(output)
      case .message(let recipient, let message): .message(to: recipient, message)
      }
    }
  }
}

extension Effect.Operation: Equatable where Action: Equatable {
  /// Whether both are the same operation with equal values; outputs and messages also need the same type.
  @inlinable
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.send(let one), .send(let other)):
      one == other
    case (.sendWithin(let oneScope, let one), .sendWithin(let otherScope, let other)):
      oneScope == otherScope && one == other
    case (.schedule(let oneID, let oneTime, let one), .schedule(let otherID, let otherTime, let other)):
      oneID == otherID && oneTime == otherTime && one == other
    case (.cancel(let one), .cancel(let other)):
      one == other
    case (.cancelAll(let one), .cancelAll(let other)):
      one == other
    case (.output(let one), .output(let other)):
      one.isEqual(to: other)
    case (.message(let oneRecipient, let one), .message(let otherRecipient, let other)):
      oneRecipient == otherRecipient && one.isEqual(to: other)
    default:
      false
    }
  }
}
