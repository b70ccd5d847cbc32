extension Reducer {
  /// The reducer of a flow: a root, the screens that can be opened from it, and a function that says which actions open
  /// and close them.
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
  /// First the screen that the action is for runs, then the root, then the steps are taken, so that each sees what the
  /// ones before made. When one refuses, nothing has happened.
  ///
  /// The effects of a screen are inside of a scope of its id (see ``EffectID``), in that of the screens around it. When
  /// a screen has left, by a step or because the root took it out, they are cancelled with it, those of all that it held
  /// included. An action for a screen that has left is refused with `screen-gone`.
  ///
  /// A screen can be a flow: make its reducer with this function, too. One that can open itself stands in its own
  /// definition as ``deferred(_:)``. Two flows side by side in one state need ``scopingEffects(under:)``.
  ///
  /// - Parameters:
  ///   - navigation: Where the flow's screens are. For the flow to cancel, nobody but the flow and its root removes any.
  ///   - root: Reduces all that is not in `navigation`; gets all actions.
  ///   - routes: Reduces one screen, combined of reducers that are pulled back along the cases of the route.
  ///   - action: Which case of the action holds a screen's id and action.
  ///   - steps: What an action opens and closes: taken in order, all or none. Sees the state after `root`.
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
        for id in try state[keyPath: navigation].take(step) { effect.merge(.cancelAll(under: EffectID(scopeOf: id))) }
      }
      return effect
    }
  }

  /// A reducer that is asked for when an action comes, so that it can stand in its own definition.
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
  /// This reducer of one screen for all screens of a flow, each addressed by its id.
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
