extension Reducer {
  /// This reducer after `children`; then cancels what those of them asked for that are gone.
  ///
  /// - Parameters:
  ///   - ids: Which children there are.
  ///   - isThere: Whether one of them still is.
  ///   - scope: What a child's effects are inside of.
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
      // Last, so that it ends also what the child asked for by the action that removed it.
      for id in before where !isThere(state, id) { effect.merge(.cancelAll(under: scope(id))) }
      return effect
    }
  }

  /// This reducer after `child`, of which there is one or none.
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
