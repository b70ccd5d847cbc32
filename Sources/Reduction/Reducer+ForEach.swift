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
  ///   - refusal: The answer to an action for an id that is not in the list.
  @inlinable
  public func forEach<Child: Identifiable & Sendable, ChildAction, ChildEnvironment>(
    _ state: WritableKeyPath<State, IdentifiedArray<Child>> & Sendable,
    action: CasePath<Action, (id: Child.ID, action: ChildAction)>,
    environment: @escaping @Sendable (Environment) -> ChildEnvironment,
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
      return effect.map { action.embed((id, $0)) }
    }
    return .combine(elements, self)
  }
}
