/// A change to the screens of a flow.
public enum NavigationStep<Route: Routable>: Sendable {
  /// Adds a screen on top of the stack.
  case push(Route)
  /// Removes the top screen.
  case pop
  /// Removes all screens above the one with this id.
  case popTo(Route.ID)
  /// Removes all pushed screens.
  case popToRoot
  /// Replaces the top screen of the stack.
  case replace(Route)
  /// Removes the screen with this id, pushed or presented. Those above it stay.
  case remove(Route.ID)
  /// Presents a screen over the root and the stack.
  case present(Route)
  /// Removes the presented screen, with its nested screens.
  case dismiss
  /// Removes all screens, pushed and presented, so that the flow shows its root.
  case finish
}

extension NavigationStep: Equatable where Route: Equatable {}

extension NavigationState {
  /// Performs the step.
  ///
  /// - Returns: The ids of the removed screens. `replace` may add a new screen with a removed id.
  /// - Throws: ``Refusal`` when the step does not apply. The state is then unchanged.
  public mutating func perform(_ step: NavigationStep<Route>) throws(Refusal) -> [Route.ID] {
    switch step {
    case .push(let route): try push(route)
    case .pop: removePushed(from: try top())
    case .popTo(let id): removePushed(from: try place(of: id) + 1)
    case .popToRoot: removePushed(from: try lowest())
    case .replace(let route): try replace(with: route)
    case .remove(let id): try remove(id)
    case .present(let route): try present(route)
    case .dismiss: try dismiss()
    case .finish: try finish()
    }
  }
}

// Each step returns the ids of the screens that it removed.
extension NavigationState {
  private mutating func push(_ route: Route) throws(Refusal) -> [Route.ID] {
    try checkNew(route)
    stack.append(route)
    return []
  }

  private mutating func replace(with route: Route) throws(Refusal) -> [Route.ID] {
    let top = try top()
    // The new screen may have the id of the one that it replaces.
    if route.id != stack[top].id { try checkNew(route) }
    let removed = stack.remove(at: top).id
    stack.append(route)
    return [removed]
  }

  private mutating func remove(_ id: Route.ID) throws(Refusal) -> [Route.ID] {
    if modal?.id == id { return try dismiss() }
    stack.remove(at: try place(of: id))
    return [id]
  }

  private mutating func present(_ route: Route) throws(Refusal) -> [Route.ID] {
    if let modal {
      throw .state("already-presenting", "\(modal.id) is presented over this flow. Dismiss it, or present over it.")
    }
    try checkNew(route)
    modal = route
    return []
  }

  private mutating func dismiss() throws(Refusal) -> [Route.ID] {
    guard let gone = modal else { throw .state("nothing-to-dismiss", "Nothing is presented over this flow.") }
    modal = nil
    return [gone.id]
  }

  private mutating func finish() throws(Refusal) -> [Route.ID] {
    guard !isAtRoot else { throw .state("nothing-to-finish", "This flow already shows its root.") }
    defer { self = NavigationState() }
    return ids.reversed()
  }

  /// Removes the screens from `place` up, the top one first.
  private mutating func removePushed(from place: Int) -> [Route.ID] {
    // From the top, so that a removal moves none of the others.
    (place..<stack.count).reversed().map { stack.remove(at: $0).id }
  }

  private func checkNew(_ route: Route) throws(Refusal) {
    guard self[id: route.id] == nil else {
      throw .state(
        "duplicate", "\(route.id) is already in this flow. Go back to it, or open another.", isFinal: true)
    }
  }

  private func place(of id: Route.ID) throws(Refusal) -> Int {
    guard let place = stack.index(id: id) else { throw .screenGone(id) }
    return place
  }

  private func top() throws(Refusal) -> Int { try lowest() + stack.count - 1 }

  private func lowest() throws(Refusal) -> Int {
    guard !stack.isEmpty else { throw .state("nothing-to-pop", "This flow has nothing to pop: its root stays.") }
    return 0
  }
}

extension Refusal {
  /// The refusal of an action for a screen that was removed or never existed.
  public static func screenGone(_ id: some Sendable) -> Refusal {
    .state("screen-gone", "There is no screen \(id) in this flow; it may have been removed.", isFinal: true)
  }
}
