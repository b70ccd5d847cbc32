import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// A stack: screens on top of each other, of which the last is selected.
  static let stack = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let stack = Stack(context: context)
    switch action {
    case .push(let destination): try stack.push(destination, in: &draft)
    case .pop(let count): try stack.pop(count, in: &draft)
    case .popTo(let match, let params, let merge, let ifAbsent):
      try stack.pop(to: match, params: params, merge: merge, ifAbsent: ifAbsent, in: &draft)
    case .popToRoot: try stack.popToRoot(in: &draft)
    case .replace(let destination): try stack.replace(with: destination, in: &draft)
    case .navigate(let destination, let merge, let pop):
      try stack.navigate(to: destination, merge: merge, pop: pop, in: &draft)
    case .insert(let destination, let index): try stack.insert(destination, at: index, in: &draft)
    case .goBack: try stack.goBack(in: &draft)
    default: throw notFor(.stack, action)
    }
    return .none
  }
}

/// The operations of a stack.
private struct Stack {
  let context: ContainerContext
  var id: Container.ID { context.container }

  func push(_ destination: NavigationAction.Destination, in draft: inout Draft) throws(Refusal) {
    try push(destination, merge: false, in: &draft)
  }

  /// - Parameter merge: Whether the params are merged into those of an existing screen.
  private func push(_ destination: NavigationAction.Destination, merge: Bool, in draft: inout Draft) throws(Refusal) {
    let route = try context.destination(destination.route)
    let position = route.onDuplicate == .allow ? nil : position(ofIdentityOf: route, destination.params, in: draft)
    // A double tap changes nothing, whatever the screen leads to.
    if route.onDuplicate == .ignore, case .listed(draft[id].screens.count - 1) = position { return }
    try context.checkMayOpen(route, in: draft)
    switch position {
    case .listed(let index):
      try pushAgain(index, route, destination.params, merge: merge, in: &draft)
    case .presented where route.onDuplicate == .ignore:
      return
    case .presented, nil:
      let screen = try context.makeScreen(route, destination.params, in: &draft)
      draft.perform(.insert(screen, into: id, at: draft[id].screens.count))
    }
  }

  /// Removes screens from the acting one down, and goes back to their former params before; never the first screen: a
  /// larger count stops there.
  func pop(_ count: Int, in draft: inout Draft) throws(Refusal) {
    var index = try context.actingIndex(in: draft)
    var rest = count
    while true {
      rest -= context.returnToFormerParams(of: .listed(index), atMost: rest, in: &draft)
      guard rest > 0, index > 0 else { break }
      remove(index...index, in: &draft)
      index -= 1
      rest -= 1
    }
    if rest == count { throw nothingToPop(in: draft) }
  }

  func pop(
    to match: NavigationAction.Match, params: JSONObject?, merge: Bool, ifAbsent: NavigationAction.IfAbsent,
    in draft: inout Draft
  ) throws(Refusal) {
    let acting = try context.actingIndex(in: draft)
    if let index = try self.index(of: match, params, below: acting, in: draft) {
      let screen = draft[id].screens[index]
      if let route = context.app.routes[screen.route] {
        if index == draft[id].screens.count - 1, isIdentity(params, match, of: route) { return }
        let params = try context.params(of: screen, route, given: params, merge: merge)
        let leaving = ids(from: index + 1, in: draft)
        try context.setParams(of: screen, route, to: params, beside: { !leaving.contains($0) }, in: &draft)
      }
      return remove(from: index + 1, in: &draft)
    }
    guard case .route(let name) = match, ifAbsent != .refuse else {
      throw .state("nothing-to-pop-to", "\"\(id)\" has no such screen: \(describe(match, in: draft)).")
    }
    let place = ifAbsent == .push ? acting + 1 : acting
    try open(NavigationAction.Destination(route: name, params: params), inPlaceOfThoseFrom: place, in: &draft)
  }

  /// Whether an action names a screen by its identity alone, and gives it no other params.
  private func isIdentity(_ params: JSONObject?, _ match: NavigationAction.Match, of route: Route) -> Bool {
    guard case .route = match, case .param(let name) = route.identity, let params else { return false }
    return params.count == 1 && params[name] != nil
  }

  /// Opens a screen instead of those that end, for a `popTo` without a match.
  private func open(
    _ destination: NavigationAction.Destination, inPlaceOfThoseFrom index: Int, in draft: inout Draft
  ) throws(Refusal) {
    let route = try context.destination(destination.route)
    try context.checkMayOpen(route, in: draft)
    let leaving = ids(from: index, in: draft)
    // Before the removal, since its opener, the screen that acts, may be among those that leave.
    let screen = try context.makeScreen(route, destination.params, beside: { !leaving.contains($0) }, in: &draft)
    remove(from: index, in: &draft)
    draft.perform(.insert(screen, into: id, at: index))
  }

  func popToRoot(in draft: inout Draft) throws(Refusal) {
    guard draft[id].screens.count > 1 else { throw nothingToPop(in: draft) }
    remove(from: 1, in: &draft)
  }

  func replace(with destination: NavigationAction.Destination, in draft: inout Draft) throws(Refusal) {
    let index = try context.actingIndex(in: draft)
    let route = try context.destination(destination.route)
    try context.checkMayOpen(route, in: draft)
    let former = draft[id].screens[index].id
    let screen = try context.makeScreen(route, destination.params, beside: { $0 != former }, in: &draft)
    draft.perform(.remove(draft[id].screens[index], from: id, at: index))
    draft.perform(.insert(screen, into: id, at: index))
  }

  func navigate(
    to destination: NavigationAction.Destination, merge: Bool, pop: Bool, in draft: inout Draft
  ) throws(Refusal) {
    let route = try context.destination(destination.route)
    try context.checkUncovered(in: draft)
    let top = try context.actingIndex(in: draft)
    let screen = draft[id].selectedScreen
    if screen.route == route.name, isSame(screen, route, destination.params) {
      let params = try context.params(of: screen, route, given: destination.params, merge: merge)
      try context.setParams(of: screen, route, to: params, in: &draft)
    } else if pop, try index(of: .route(route.name), destination.params, below: top, in: draft) != nil {
      try self.pop(
        to: .route(route.name), params: destination.params, merge: merge, ifAbsent: .refuse, in: &draft)
    } else if route.onDuplicate == .allow,
      let index = index(ofIdentityOf: route, destination.params, below: top, in: draft)
    {
      try self.pop(to: .index(index), params: destination.params, merge: merge, ifAbsent: .refuse, in: &draft)
    } else {
      try push(destination, merge: merge, in: &draft)
    }
  }

  func insert(_ destination: NavigationAction.Destination, at index: Int, in draft: inout Draft) throws(Refusal) {
    let route = try context.destination(destination.route)
    try context.checkMayOpen(route, in: draft)
    guard (0...draft[id].screens.count).contains(index) else {
      throw .state(
        "index-out-of-range",
        "`index` must be 0 to \(draft[id].screens.count), the number of screens of \"\(id)\"; it is \(index).",
        isFinal: true)
    }
    let screen = try context.makeScreen(route, destination.params, in: &draft)
    draft.perform(.insert(screen, into: id, at: index))
  }

  func goBack(in draft: inout Draft) throws(Refusal) {
    let index = try context.actingIndex(in: draft)
    guard index > 0 else {
      throw .state("nothing-to-go-back-to", "\"\(draft[id].screens[index].route)\" is the first screen.")
    }
    remove(index...index, in: &draft)
  }

  private func nothingToPop(in draft: Draft) -> Refusal {
    // A stack has a screen whenever an action reaches it: trees without one are refused, and no action leaves none.
    .state(
      "nothing-to-pop",
      "\"\(id)\" has nothing to pop: \"\(draft[id].screens[0].route)\" is its first screen.")
  }

  /// Removes screens, the top one first, so that clients can animate each step.
  private func remove(_ range: ClosedRange<Int>, in draft: inout Draft) {
    for index in range.reversed() {
      draft.perform(.remove(draft[id].screens[index], from: id, at: index))
    }
  }

  /// Removes the screen at that index and all above it.
  private func remove(from index: Int, in draft: inout Draft) {
    let top = draft[id].screens.count - 1
    if index <= top { remove(index...top, in: &draft) }
  }

  private func ids(from index: Int, in draft: Draft) -> [Screen.ID] { draft[id].screens[index...].map(\.id) }

  private func index(
    of match: NavigationAction.Match, _ params: JSONObject?, below top: Int, in draft: Draft
  ) throws(Refusal) -> Int? {
    switch match {
    case .id(let screen): return draft[id].screens[...top].lastIndex { $0.id == screen }
    case .index(let index): return (0...top).contains(index) ? index : nil
    case .route(let name):
      let route = try context.destination(name)
      return draft[id].screens[...top].lastIndex { $0.route == name && isSame($0, route, params) }
    }
  }

  /// The position of a screen with the identity that a new one would have.
  private func position(
    ofIdentityOf route: Route, _ params: JSONObject?, in draft: Draft,
    where isMeant: (Screen.ID) -> Bool = { _ in true }
  ) -> ScreenPosition? {
    guard route.identity != nil else { return nil }
    var full = route.initialParams
    if let params { full.merge(params) }
    return draft[id].position(ofIdentityOf: route, with: full, where: isMeant)
  }

  /// The index of the nearest screen with the identity that a new one would have.
  private func index(
    ofIdentityOf route: Route, _ params: JSONObject?, below top: Int, in draft: Draft
  ) -> Int? {
    let covering = ids(from: top + 1, in: draft)
    let position = position(ofIdentityOf: route, params, in: draft) { !covering.contains($0) }
    return if case .listed(let index) = position { index } else { nil }
  }

  /// Whether an action with these params refers to this screen. Params without an identity refer to any of the route.
  private func isSame(_ screen: Screen, _ route: Route, _ params: JSONObject?) -> Bool {
    guard let params, let identity = route.identity(params) else { return true }
    return route.identity(screen.params) == identity
  }

  private func pushAgain(
    _ index: Int, _ route: Route, _ params: JSONObject?, merge: Bool, in draft: inout Draft
  ) throws(Refusal) {
    let screen = draft[id].screens[index]
    let top = draft[id].screens.count - 1
    switch route.onDuplicate {
    case .ignore, .allow: return
    case .refuse: throw draft[id].duplicate(of: screen, route)
    case .moveToTop:
      draft.setParams(of: screen, to: try context.params(of: screen, route, given: params, merge: merge))
      if index < top { draft.perform(.move(in: id, from: index, to: top)) }
    case .popTo:
      draft.setParams(of: screen, to: try context.params(of: screen, route, given: params, merge: merge))
      remove(from: index + 1, in: &draft)
    }
  }

  private func describe(_ match: NavigationAction.Match, in draft: Draft) -> String {
    switch match {
    case .route(let name): "the route \"\(name)\""
    case .id(let id): "the id \"\(id)\""
    case .index(let index): "index \(index) of \(draft[id].screens.count)"
    }
  }
}
