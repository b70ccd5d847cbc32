extension Reducer {
  /// This reducer of a part as a reducer of the whole: it sees its own state, its own actions and its own environment.
  ///
  /// Takes every other action of the whole, changes nothing and asks for nothing.
  ///
  /// - Parameters:
  ///   - state: Where in the whole this reducer's state is.
  ///   - action: Which case of the whole's action holds this reducer's actions.
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

  /// This reducer of a part as a reducer of the whole, in the whole's own environment.
  @inlinable
  public func pullback<WholeState, WholeAction>(
    state: WritableKeyPath<WholeState, State> & Sendable,
    action: CasePath<WholeAction, Action>
  ) -> Reducer<WholeState, WholeAction, Environment> {
    pullback(state: state, action: action, environment: { $0 })
  }

  /// This reducer of one case's state as a reducer of the whole enum.
  ///
  /// Takes every action of the whole that is not this reducer's, changes nothing and asks for nothing.
  ///
  /// - Parameters:
  ///   - state: Which case of the whole holds this reducer's state.
  ///   - action: Which case of the whole's action holds this reducer's actions.
  ///   - environment: Makes this reducer's environment from the whole's.
  ///   - refusal: The answer to an action of this reducer's that comes while the state is another case.
  @inlinable
  public func pullback<WholeState, WholeAction, WholeEnvironment>(
    state: CasePath<WholeState, State>,
    action: CasePath<WholeAction, Action>,
    environment: @escaping @Sendable (WholeEnvironment) -> Environment,
    otherwise refusal: Refusal = .stateAbsent
  ) -> Reducer<WholeState, WholeAction, WholeEnvironment> {
    // What is extracted is a copy, put back only when nothing was refused: there is never anything to undo.
    .refusingFirst { [body] whole, wholeAction, wholeEnvironment throws(Refusal) in
      guard let partAction = action.extract(from: wholeAction) else { return .none }
      guard var part = state.extract(from: whole) else { throw refusal }
      let effect = try body(&part, partAction, environment(wholeEnvironment))
      whole = state.embed(part)
      return effect.map(action.embed)
    }
  }

  /// This reducer of one case's state as a reducer of the whole enum, in the whole's own environment.
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
  /// The action was for a part of the state that is not there: it left before the action came.
  public static var stateAbsent: Refusal {
    .state("state-absent", "The part of the state that this action is for is not there now. Read the state again.")
  }
}
