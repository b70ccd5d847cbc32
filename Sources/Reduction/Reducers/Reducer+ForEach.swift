extension Reducer {
  /// This reducer after `child`, which reduces each of a list's elements by the actions for its id.
  ///
  /// ```swift
  /// let todos = list.forEach(\.items, action: .item, environment: { $0 }, element: todo)
  /// ```
  /// The child runs first: this reducer sees what the child made of the element, and may remove it.
  ///
  /// - Parameters:
  ///   - state: Where the elements are.
  ///   - action: Which case of this reducer's action holds an element's id and action.
  ///   - environment: Makes the child's environment from this one's.
  ///   - scope: What the elements' effects are inside of, each in a scope of its id: they are cancelled with an element that
  ///     this reducer removes, which takes a look at all ids for each action. Without one they outlive it.
  ///   - refusal: The answer to an action for an id that is not in the list.
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
