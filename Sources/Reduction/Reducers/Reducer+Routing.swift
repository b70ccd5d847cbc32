extension Reducer {
  /// Creates the reducer of a flow: a root, the screens that it can open, and the steps that open and close them.
  ///
  /// ```swift
  /// struct Shop: Equatable, Sendable {
  ///   var catalog = Catalog()
  ///   var navigation = NavigationState<Route>()
  /// }
  ///
  /// enum ShopAction: Equatable, Sendable {
  ///   case catalog(CatalogAction)
  ///   case route(id: Route.ID, action: RouteAction)
  ///   case back
  /// }
  ///
  /// let shop = Reducer<Shop, ShopAction, Void>.routing(
  ///   \.navigation,
  ///   root: catalog.pullback(state: \.catalog, action: .catalog),
  ///   routes: .combine(
  ///     product.pullback(state: .product, action: .product),
  ///     cart.pullback(state: .cart, action: .cart)),
  ///   action: .route
  /// ) { _, action, _ in
  ///   switch action {
  ///   case .catalog(.choose(let id)): [.push(.product(Product(id: id)))]
  ///   case .catalog(.openCart): [.present(.cart(Cart()))]
  ///   case .route(_, .cart(.ordered)): [.finish]
  ///   case .back: [.pop]
  ///   default: []
  ///   }
  /// }
  /// ```
  /// For each action, the reducer of the addressed screen runs first, then the root, then the steps. Each sees the
  /// changes of those before it. A refusal by any of them rolls back all.
  ///
  /// The effects of a screen are in the scope of its id (see ``EffectID``), inside of the scopes of the screens around
  /// it. When a screen is removed, by a step or by the root, its effects and those of its nested screens are cancelled.
  /// An action for a removed screen is refused with `screen-gone`.
  ///
  /// A screen can itself be a flow whose reducer is created by this function. A flow that can open itself refers to
  /// itself by ``deferred(_:)``. Two flows side by side in one state need ``scopingEffects(under:)``.
  ///
  /// - Parameters:
  ///   - navigation: The path to the flow's screens. Only the flow and its root may remove screens: the effects of
  ///     screens removed by others are not cancelled.
  ///   - root: The reducer of all state outside of `navigation`. Receives all actions.
  ///   - routes: The reducer of one screen, combined of reducers that are pulled back along the cases of the route.
  ///   - action: The case of the action that holds a screen's id and action.
  ///   - steps: Returns the steps for an action, taken in order and all or none. Sees the state after `root`.
  public static func routing<Route: Routable, RouteAction>(
    _ navigation: WritableKeyPath<State, NavigationState<Route>> & Sendable,
    root: Reducer,
    routes: Reducer<Route, RouteAction, Environment>,
    action: CasePath<Action, (id: Route.ID, action: RouteAction)>,
    steps: @escaping @Sendable (State, Action, Environment) throws(Refusal) -> [NavigationStep<Route>]
  ) -> Reducer {
    let flow = root.after(
      routes.routed(navigation, action: action), cancelling: { $0[keyPath: navigation].ids },
      unless: { $0[keyPath: navigation][id: $1] != nil }, under: { EffectID(scopeOf: $0) })
    return Reducer { state, action, environment throws(Refusal) in
      var effect = try flow.body(&state, action, environment)
      for step in try steps(state, action, environment) {
        for id in try state[keyPath: navigation].perform(step) {
          effect.merge(.cancelAll(under: EffectID(scopeOf: id)))
        }
      }
      return effect
    }
  }

  /// Creates a reducer that evaluates `reducer` on demand, so that a reducer can occur in its own definition.
  ///
  /// ```swift
  /// static let modal: Reducer<Modal, ModalAction, Void> = .routing(
  ///   …, routes: Reducer.deferred(modal).pullback(state: .modal, action: .modal), …)
  /// ```
  public static func deferred(_ reducer: @escaping @Sendable @autoclosure () -> Reducer) -> Reducer {
    Reducer { state, action, environment throws(Refusal) in
      try reducer().body(&state, action, environment)
    }
  }
}

extension Reducer where State: Routable {
  /// Lifts this reducer of one screen to all screens of a flow, each addressed by its id.
  fileprivate func routed<Whole, WholeAction>(
    _ navigation: WritableKeyPath<Whole, NavigationState<State>> & Sendable,
    action: CasePath<WholeAction, (id: State.ID, action: Action)>
  ) -> Reducer<Whole, WholeAction, Environment> {
    Reducer<Whole, WholeAction, Environment> { [body] whole, wholeAction, environment throws(Refusal) in
      guard let (id, own) = action.extract(from: wholeAction) else { return .none }
      let effect = try whole[keyPath: navigation].update(id: id) { screen throws(Refusal) in
        try body(&screen, own, environment)
      }
      guard let effect else { throw .screenGone(id) }
      return effect.scoped(under: EffectID(scopeOf: id)).map { action.embed((id, $0)) }
    }
  }
}
