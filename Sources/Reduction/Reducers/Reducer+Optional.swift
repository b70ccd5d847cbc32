extension Reducer {
  /// Lifts this reducer to an optional state.
  ///
  /// - Parameter refusal: The error for an action that arrives while the state is absent.
  @inlinable
  public func optional(otherwise refusal: Refusal = .stateAbsent) -> Reducer<State?, Action, Environment> {
    Reducer<State?, Action, Environment>(
      body: { [body] state, action, environment throws(Refusal) in
        guard var present = state else { throw refusal }
        // Emptied meanwhile, so that `present` is uniquely referenced and changes in place.
        state = nil
        defer { state = present }
        return try body(&present, action, environment)
      },
      refusesFirst: refusesFirst)
  }

  /// Adds `child`, whose state may be absent, before this reducer.
  ///
  /// ```swift
  /// let screen = list.ifLet(\.detail, action: .detail, environment: { $0 }, effectsUnder: "detail", then: detail)
  /// ```
  /// - Parameters:
  ///   - state: The path to the child's optional state.
  ///   - action: The case of this reducer's action that holds the child's actions.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: The scope of the child's effects, which are cancelled when the child's state is absent after an action.
  ///     Nil: they outlive it. When this reducer replaces the child's state by another, it cancels the effects itself.
  ///   - refusal: The error for an action for the child that arrives while its state is absent.
  ///   - child: The reducer of the child.
  @inlinable
  public func ifLet<ChildState, ChildAction, ChildEnvironment>(
    _ state: WritableKeyPath<State, ChildState?> & Sendable,
    action: CasePath<Action, ChildAction>,
    environment: @escaping @Sendable (Environment) -> ChildEnvironment,
    effectsUnder scope: EffectID? = nil,
    otherwise refusal: Refusal = .stateAbsent,
    then child: Reducer<ChildState, ChildAction, ChildEnvironment>
  ) -> Reducer {
    let part = child.optional(otherwise: refusal).pullback(state: state, action: action, environment: environment)
    return after(part, under: scope) { whole in whole[keyPath: state] != nil }
  }

  /// Adds `child`, whose state is one case of this reducer's state, before this reducer.
  ///
  /// - Parameters:
  ///   - state: The case of this state that holds the child's.
  ///   - action: The case of this reducer's action that holds the child's actions.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: The scope of the child's effects, which are cancelled when the state is another case after an action.
  ///     Nil: they outlive it. When this reducer replaces the child's state by another, it cancels the effects itself.
  ///   - refusal: The error for an action for the child that arrives while the state is another case.
  ///   - child: The reducer of the child.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, ChildEnvironment>(
    _ state: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    environment: @escaping @Sendable (Environment) -> ChildEnvironment,
    effectsUnder scope: EffectID? = nil,
    otherwise refusal: Refusal = .stateAbsent,
    then child: Reducer<ChildState, ChildAction, ChildEnvironment>
  ) -> Reducer {
    let part = child.pullback(state: state, action: action, environment: environment, otherwise: refusal)
    return after(part, under: scope) { whole in state.extract(from: whole) != nil }
  }
}
