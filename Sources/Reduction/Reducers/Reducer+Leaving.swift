extension Reducer {
  /// Adds `children` before this reducer, and cancels the effects of removed children after it.
  ///
  /// - Parameters:
  ///   - ids: The ids of the current children.
  ///   - isThere: Whether a child still exists.
  ///   - scope: The scope of a child's effects.
  @usableFromInline
  func after<ID>(
    _ children: Reducer,
    cancelling ids: @escaping @Sendable (State) -> [ID],
    unless isThere: @escaping @Sendable (State, ID) -> Bool,
    under scope: @escaping @Sendable (ID) -> EffectID
  ) -> Reducer {
    Reducer { [body] state, action, environment throws(Refusal) in
      let before = ids(state)
      var effect = try children.body(&state, action, environment)
      effect.merge(try body(&state, action, environment))
      // Last, so that it also cancels effects of the action that removed the child.
      for id in before where !isThere(state, id) { effect.merge(.cancelAll(under: scope(id))) }
      return effect
    }
  }

  /// Adds `child`, which may be absent, before this reducer.
  @usableFromInline
  func after(
    _ child: Reducer, under scope: EffectID?, whileThere isThere: @escaping @Sendable (State) -> Bool
  ) -> Reducer {
    guard let scope else { return .combine(child, self) }
    return after(
      child.scopingEffects(under: scope), cancelling: { isThere($0) ? [scope] : [] },
      unless: { state, _ in isThere(state) },
      under: { $0 })
  }
}
