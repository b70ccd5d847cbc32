extension Effect {
  /// Cancels the pending effects whose ids are inside of `scope`, and the queued actions that were fed back from there.
  @inlinable
  public static func cancelAll(under scope: EffectID) -> Effect {
    Effect(storage: .one(.cancelAll(under: scope)))
  }

  /// Returns this effect with its ids and fed-back actions inside of `scope`, for ``cancelAll(under:)``.
  ///
  /// Outputs and messages stay unchanged: they are sent at once and cannot be cancelled.
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
    case .schedule(let id, let time, let action): .schedule(id: id.scoped(under: scope), time, action)
    case .cancel(let id): .cancel(id: id.scoped(under: scope))
    case .cancelAll(let inner): .cancelAll(under: inner.scoped(under: scope))
    case .output, .message: self
    }
  }
}

extension Reducer {
  /// Returns this reducer with its effects inside of `scope`.
  ///
  /// Two reducers of one kind side by side then do not replace each other's effects, and `.cancelAll(under: scope)`
  /// cancels all effects of this one.
  public func scopingEffects(under scope: EffectID) -> Reducer {
    Reducer(
      body: { [body] state, action, environment throws(Refusal) in
        try body(&state, action, environment).scoped(under: scope)
      },
      refusesFirst: refusesFirst)
  }
}
