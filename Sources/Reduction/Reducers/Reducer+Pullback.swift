extension Reducer {
  /// Lifts this reducer of a part to a reducer of the whole.
  ///
  /// The lifted reducer ignores all other actions of the whole.
  ///
  /// ```swift
  /// let app = Reducer<AppState, AppAction, AppEnvironment>.combine(
  ///   counter.pullback(state: \.counter, action: .counter, environment: { $0.counter }),
  ///   settings.pullback(state: \.settings, action: .settings, environment: { _ in }))
  /// ```
  /// - Parameters:
  ///   - state: The path from the whole's state to this reducer's.
  ///   - action: The case of the whole's action that holds this reducer's actions.
  ///   - environment: Makes this reducer's environment from the whole's.
  @inlinable
  public func pullback<WholeState, WholeAction, WholeEnvironment>(
    state: WritableKeyPath<WholeState, State> & Sendable,
    action: CasePath<WholeAction, Action>,
    environment: @escaping @Sendable (WholeEnvironment) -> Environment
  ) -> Reducer<WholeState, WholeAction, WholeEnvironment> {
    Reducer<WholeState, WholeAction, WholeEnvironment>(
      body: { [body] whole, wholeAction, wholeEnvironment throws(Refusal) in
        guard let partAction = action.extract(from: wholeAction) else { return .none }
        let effect = try body(&whole[keyPath: state], partAction, environment(wholeEnvironment))
        return effect.map(action.embed)
      },
      refusesFirst: refusesFirst)
  }

  /// Lifts this reducer of a part to a reducer of the whole with the same environment.
  @inlinable
  public func pullback<WholeState, WholeAction>(
    state: WritableKeyPath<WholeState, State> & Sendable,
    action: CasePath<WholeAction, Action>
  ) -> Reducer<WholeState, WholeAction, Environment> {
    pullback(state: state, action: action, environment: { $0 })
  }

  /// Lifts this reducer of one case's state to a reducer of the whole enum.
  ///
  /// The lifted reducer ignores all other actions of the whole.
  ///
  /// - Parameters:
  ///   - state: The case of the whole's state that holds this reducer's.
  ///   - action: The case of the whole's action that holds this reducer's actions.
  ///   - environment: Makes this reducer's environment from the whole's.
  ///   - refusal: The error for an action of this reducer that arrives while the state is another case.
  @inlinable
  public func pullback<WholeState, WholeAction, WholeEnvironment>(
    state: CasePath<WholeState, State>,
    action: CasePath<WholeAction, Action>,
    environment: @escaping @Sendable (WholeEnvironment) -> Environment,
    otherwise refusal: Refusal = .stateAbsent
  ) -> Reducer<WholeState, WholeAction, WholeEnvironment> {
    // The extracted copy is stored back only on success: a refusal needs no rollback.
    .refusingFirst { [body] whole, wholeAction, wholeEnvironment throws(Refusal) in
      guard let partAction = action.extract(from: wholeAction) else { return .none }
      guard var part = state.extract(from: whole) else { throw refusal }
      let effect = try body(&part, partAction, environment(wholeEnvironment))
      whole = state.embed(part)
      return effect.map(action.embed)
    }
  }

  /// Lifts this reducer of one case's state to a reducer of the whole enum with the same environment.
  @inlinable
  public func pullback<WholeState, WholeAction>(
    state: CasePath<WholeState, State>,
    action: CasePath<WholeAction, Action>,
    otherwise refusal: Refusal = .stateAbsent
  ) -> Reducer<WholeState, WholeAction, Environment> {
    pullback(state: state, action: action, environment: { $0 }, otherwise: refusal)
  }
}

extension Refusal {
  /// The refusal of an action for an absent part of the state, which was removed before the action arrived.
  public static var stateAbsent: Refusal {
    .state("state-absent", "The part of the state that handles this action is absent. Read the state again.")
  }
}
