/// One change of where a flow stands.
public enum NavigationStep<Route: Routable>: Sendable {
  /// A screen on top of the stack.
  case push(Route)
  /// Removes the top screen.
  case pop
  /// Makes the screen of this id the top of the stack.
  case popTo(Route.ID)
  /// Removes all pushed screens.
  case popToRoot
  /// A screen in the place of the top one.
  case replace(Route)
  /// Removes the screen of this id from wherever it stands. Those above it stay.
  case remove(Route.ID)
  /// A screen over the root and the stack.
  case present(Route)
  /// Removes the presented screen, with all that it holds.
  case dismiss
  /// Dismisses and pops to the root, whichever of them there is to do.
  case finish
}

extension NavigationStep: Equatable where Route: Equatable {}

extension NavigationState {
  /// Takes the step or refuses it; refused, nothing has changed.
  ///
  /// - Returns: The ids of the screens that it removed. One of them may stand there again, as a new screen.
  public mutating func take(_ step: NavigationStep<Route>) throws(Refusal) -> [Route.ID] {
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

// What a flow does with each step: the ids that it removed.
extension NavigationState {
  private mutating func push(_ route: Route) throws(Refusal) -> [Route.ID] {
    try checkNew(route)
    stack.append(route)
    return []
  }

  private mutating func replace(with route: Route) throws(Refusal) -> [Route.ID] {
    let top = try top()
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
    guard let gone = modal else {
      throw .state("nothing-to-dismiss", "Nothing is presented over this flow.")
    }
    modal = nil
    return [gone.id]
  }

  private mutating func finish() throws(Refusal) -> [Route.ID] {
    guard !isAtRoot else {
      throw .state("nothing-to-finish", "This flow shows its root: nothing is pushed and nothing presented.")
    }
    defer { self = NavigationState() }
    return ids.reversed()
  }

  /// The top one first, as one would see them go.
  private mutating func removePushed(from place: Int) -> [Route.ID] {
    (place..<stack.count).reversed().map { stack.remove(at: $0).id }
  }

  private func checkNew(_ route: Route) throws(Refusal) {
    guard self[id: route.id] == nil else {
      throw .state(
        "duplicate", "\(route.id) already stands in this flow. Go back to it, or open another.", isFinal: true)
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
  /// The screen that was meant is not in the flow: it left, or was never there.
  public static func screenGone(_ id: some Sendable) -> Refusal {
    .state("screen-gone", "There is no screen \(id) in this flow; it may have been removed.", isFinal: true)
  }
}
