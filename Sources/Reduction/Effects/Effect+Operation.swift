extension Effect {
  /// One thing that an effect asks for.
  public enum Operation: Sendable {
    /// Feeds the action back after what was fed back before it.
    case send(Action)
    /// Feeds the action back as `send` does, unless all under the scope, or under one around it, was cancelled by then.
    case sendWithin(scope: EffectID, Action)
    /// Feeds the action back later, in the place of what is pending under the id. The delay counts from the moment at which the change is made.
    case after(id: EffectID, Duration, Action)
    /// Takes back what is pending under the id.
    case cancel(id: EffectID)
    /// Takes back all that is pending under ids inside of the scope, and what was fed back from there and not yet taken.
    case cancelAll(under: EffectID)
    /// Goes to everyone who subscribed to its type.
    case output(any Output)
    /// Goes to another store: `to` is the id of the recipient's session.
    case message(to: String, any Message)

    /// The same operation for a store whose actions are made from these by `transform`.
    @inlinable
    public func map<Other>(_ transform: (Action) -> Other) -> Effect<Other>.Operation {
      switch self {
      case .send(let action): .send(transform(action))
      case .sendWithin(let scope, let action): .sendWithin(scope: scope, transform(action))
      case .after(let id, let delay, let action): .after(id: id, delay, transform(action))
      case .cancel(let id): .cancel(id: id)
      case .cancelAll(let scope): .cancelAll(under: scope)
      case .output(let output): .output(output)
      case .message(let recipient, let message): .message(to: recipient, message)
      }
    }
  }
}

extension Effect.Operation: Equatable where Action: Equatable {
  @inlinable
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.send(let one), .send(let other)):
      one == other
    case (.sendWithin(let oneScope, let one), .sendWithin(let otherScope, let other)):
      oneScope == otherScope && one == other
    case (.after(let oneID, let oneDelay, let one), .after(let otherID, let otherDelay, let other)):
      oneID == otherID && oneDelay == otherDelay && one == other
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
