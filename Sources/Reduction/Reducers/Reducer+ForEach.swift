extension Reducer {
  /// Adds `child` before this reducer. It reduces the elements of a list, each by the actions for its id.
  ///
  /// ```swift
  /// let todos = list.forEach(\.items, action: .item, environment: { $0 }, element: todo)
  /// ```
  /// The child runs first: this reducer sees the changed element, and can remove it.
  ///
  /// - Parameters:
  ///   - state: The path to the elements.
  ///   - action: The case of this reducer's action that holds an element's id and action.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: The scope of the elements' effects; each element has an inner scope of its id. The effects of an
  ///     element that this reducer removes are cancelled, which compares all ids for each action. Nil: they outlive the
  ///     element.
  ///   - refusal: The error for an action whose id is not in the list.
  ///   - child: The reducer of one element.
  @inlinable
  public func forEach<Child: Identifiable & Sendable, ChildAction, ChildEnvironment>(
    _ state: WritableKeyPath<State, IdentifiedArray<Child>> & Sendable,
    action: CasePath<Action, (id: Child.ID, action: ChildAction)>,
    environment: @escaping @Sendable (Environment) -> ChildEnvironment,
    effectsUnder scope: EffectID? = nil,
    otherwise refusal: Refusal = .stateAbsent,
    element child: Reducer<Child, ChildAction, ChildEnvironment>
  ) -> Reducer where Child.ID: Sendable {
    let elements = Reducer { whole, wholeAction, wholeEnvironment throws(Refusal) in
      guard let (id, childAction) = action.extract(from: wholeAction) else { return .none }
      let childEnvironment = environment(wholeEnvironment)
      let effect = try whole[keyPath: state].update(id: id) { element throws(Refusal) in
        try child.body(&element, childAction, childEnvironment)
      }
      guard let effect else { throw refusal }
      let scoped = scope.map { effect.scoped(under: EffectID(scopeOf: id).scoped(under: $0)) } ?? effect
      return scoped.map { action.embed((id, $0)) }
    }
    guard let scope else { return .combine(elements, self) }
    return after(
      elements, cancelling: { $0[keyPath: state].ids }, unless: { $0[keyPath: state].index(id: $1) != nil },
      under: { EffectID(scopeOf: $0).scoped(under: scope) })
  }
}
