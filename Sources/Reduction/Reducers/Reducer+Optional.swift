extension Reducer {
  /// This reducer for a state that may be absent.
  ///
  /// - Parameter refusal: The answer to an action that comes while it is.
  @inlinable
  public func optional(otherwise refusal: Refusal = .stateAbsent) -> Reducer<State?, Action, Environment> {
    Reducer<State?, Action, Environment>(
      body: { [body] state, action, environment throws(Refusal) in
        guard var present = state else { throw refusal }
        // Emptied meanwhile, so that there is one holder and `body` changes it in place.
        state = nil
        defer { state = present }
        return try body(&present, action, environment)
      },
      refusesFirst: refusesFirst)
  }

  /// This reducer after `child`, whose state may be absent.
  ///
  /// - Parameters:
  ///   - state: Where the child's state is when it is there.
  ///   - action: Which case of this reducer's action holds the child's actions.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: What the child's effects are inside of: they are cancelled when its state is absent after an action.
  ///     Without one they outlive it. Those of a child in whose place another was put are for this reducer to cancel.
  ///   - refusal: The answer to an action for the child that comes while its state is absent.
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

  /// This reducer after `child`, whose state is one case of this reducer's.
  ///
  /// - Parameters:
  ///   - state: Which case of this state holds the child's.
  ///   - action: Which case of this reducer's action holds the child's actions.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: What the child's effects are inside of: they are cancelled when the state is another case after an action.
  ///     Without one they outlive it. Those of a child in whose place another was put are for this reducer to cancel.
  ///   - refusal: The answer to an action for the child that comes while the state is another case.
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
