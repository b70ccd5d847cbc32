extension Effect {
  /// Takes back all that is pending under ids inside of `scope`, and the actions fed back from there that were not taken
  /// yet.
  @inlinable
  public static func cancelAll(under scope: EffectID) -> Effect {
    Effect(storage: .one(.cancelAll(under: scope)))
  }

  /// The same effect, with all that it names or feeds back inside of `scope`: ``cancelAll(under:)`` takes it back.
  ///
  /// Outputs and messages stay what they are: they are sent at once, and nothing takes them back.
  public func scoped(under scope: EffectID) -> Effect {
    switch storage {
    case .none: self
    case .one(let operation): Effect(storage: .one(operation.scoped(under: scope)))
    case .many(let operations): Effect(storage: .many(operations.map { $0.scoped(under: scope) }))
    }
  }
}

extension Effect.Operation {
  func scoped(under scope: EffectID) -> Self {
    switch self {
    case .send(let action): .sendWithin(scope: scope, action)
    case .sendWithin(let inner, let action): .sendWithin(scope: inner.scoped(under: scope), action)
    case .after(let id, let delay, let action): .after(id: id.scoped(under: scope), delay, action)
    case .cancel(let id): .cancel(id: id.scoped(under: scope))
    case .cancelAll(let inner): .cancelAll(under: inner.scoped(under: scope))
    case .output, .message: self
    }
  }
}

extension Reducer {
  /// This reducer with its effects inside of `scope`: two of its kind side by side do not replace each other's, and
  /// `.cancelAll(under: scope)` takes back all that it asked for.
  public func scopingEffects(under scope: EffectID) -> Reducer {
    Reducer(
      body: { [body] state, action, environment throws(Refusal) in
        try body(&state, action, environment).scoped(under: scope)
      },
      refusesFirst: refusesFirst)
  }
}
