import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == Level {
  /// A stack: screens on top of each other, the last one selected.
  static let stack = ContainerReducer.refusingFirst { draft, action, level throws(Refusal) in
    let stack = Stack(level: level)
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
    default: throw notFor(.stack)
    }
    return .none
  }
}

/// What a stack does with each action.
private struct Stack {
  let level: Level
  var id: Container.ID { level.container }

  func push(_ destination: NavigationAction.Destination, in draft: inout Draft) throws(Refusal) {
    try level.checkUncovered(in: draft)
    let route = try level.destination(destination.route)
    try level.checkMayOpen(route, in: draft)
    if let index = duplicate(of: route, destination.params, in: draft) {
      try pushAgain(index, route, destination.params, in: &draft)
    } else {
      let screen = try level.makeScreen(route, destination.params, in: &draft)
      draft.perform(.insert(screen, into: id, at: draft[id].screens.count))
    }
  }

  func pop(_ count: Int, in draft: inout Draft) throws(Refusal) {
    try level.checkUncovered(in: draft)
    let top = try level.actingIndex(in: draft)
    // Never the first: more than there are stops there.
    let lowest = max(1, top - min(count, draft[id].screens.count) + 1)
    guard lowest <= top else { throw nothingToPop(in: draft) }
    remove(lowest...top, in: &draft)
  }

  func pop(
    to match: NavigationAction.Match, params: JSONObject?, merge: Bool, ifAbsent: NavigationAction.IfAbsent,
    in draft: inout Draft
  ) throws(Refusal) {
    try level.checkUncovered(in: draft)
    if let index = try self.index(of: match, params, below: try level.actingIndex(in: draft), in: draft) {
      let screen = draft[id].screens[index]
      if let route = level.app.routes[screen.route] {
        draft.setParams(of: screen, to: try level.params(of: screen, route, given: params, merge: merge))
      }
      // What matches becomes the top: also those above the source go.
      let top = draft[id].selected
      if index < top { remove((index + 1)...top, in: &draft) }
      return
    }
    guard case .route(let name) = match, ifAbsent != .refuse else {
      throw .state("nothing-to-pop-to", "\"\(id)\" has no such screen: \(describe(match, in: draft)).")
    }
    let destination = NavigationAction.Destination(route: name, params: params)
    if ifAbsent == .push {
      try push(destination, in: &draft)
    } else {
      try replace(with: destination, in: &draft)
    }
  }

  func popToRoot(in draft: inout Draft) throws(Refusal) {
    try level.checkUncovered(in: draft)
    guard draft[id].screens.count > 1 else { throw nothingToPop(in: draft) }
    remove(1...(draft[id].screens.count - 1), in: &draft)
  }

  func replace(with destination: NavigationAction.Destination, in draft: inout Draft) throws(Refusal) {
    try level.checkUncovered(in: draft)
    let index = try level.actingIndex(in: draft)
    let route = try level.destination(destination.route)
    try level.checkMayOpen(route, in: draft)
    let screen = try level.makeScreen(route, destination.params, in: &draft)
    draft.perform(.remove(draft[id].screens[index], from: id, at: index))
    draft.perform(.insert(screen, into: id, at: index))
  }

  func navigate(
    to destination: NavigationAction.Destination, merge: Bool, pop: Bool, in draft: inout Draft
  ) throws(Refusal) {
    let route = try level.destination(destination.route)
    let top = try level.actingIndex(in: draft)
    let screen = draft[id].selectedScreen
    if screen.route == route.name, isSame(screen, route, destination.params) {
      try level.checkUncovered(in: draft)
      draft.setParams(of: screen, to: try level.params(of: screen, route, given: destination.params, merge: merge))
    } else if pop, try index(of: .route(route.name), destination.params, below: top, in: draft) != nil {
      try self.pop(
        to: .route(route.name), params: destination.params, merge: merge, ifAbsent: .refuse, in: &draft)
    } else {
      try push(destination, in: &draft)
    }
  }

  func insert(
    _ destination: NavigationAction.Destination, at index: Int, in draft: inout Draft
  ) throws(Refusal) {
    try level.checkUncovered(in: draft)
    let route = try level.destination(destination.route)
    try level.checkMayOpen(route, in: draft)
    guard (0...draft[id].screens.count).contains(index) else {
      throw .state(
        "index-out-of-range",
        "\"\(id)\" has \(draft[id].screens.count) screens; `index` may be 0 to \(draft[id].screens.count), "
          + "not \(index).", isFinal: true)
    }
    let screen = try level.makeScreen(route, destination.params, in: &draft)
    draft.perform(.insert(screen, into: id, at: index))
  }

  func goBack(in draft: inout Draft) throws(Refusal) {
    let index = try level.actingIndex(in: draft)
    guard index > 0 else {
      throw .state("nothing-to-go-back-to", "\"\(draft[id].screens[index].route)\" is the first screen.")
    }
    remove(index...index, in: &draft)
  }

  private func nothingToPop(in draft: Draft) -> Refusal {
    .state(
      "nothing-to-pop",
      "\"\(id)\" has nothing to pop: \"\(draft[id].screens[0].route)\" is its first screen, which stays.")
  }

  /// The top one first, so that each step is one that a client can show.
  private func remove(_ range: ClosedRange<Int>, in draft: inout Draft) {
    for index in range.reversed() {
      draft.perform(.remove(draft[id].screens[index], from: id, at: index))
    }
  }

  private func index(
    of match: NavigationAction.Match, _ params: JSONObject?, below top: Int, in draft: Draft
  ) throws(Refusal) -> Int? {
    switch match {
    case .id(let screen): return draft[id].screens[...top].lastIndex { $0.id == screen }
    case .index(let index): return (0...top).contains(index) ? index : nil
    case .route(let name):
      let route = try level.destination(name)
      return draft[id].screens[...top].lastIndex { $0.route == name && isSame($0, route, params) }
    }
  }

  /// Where a screen stands that counts as the same as a new one would.
  private func duplicate(of route: Route, _ params: JSONObject?, in draft: Draft) -> Int? {
    guard route.identity != nil else { return nil }
    var full = route.initialParams
    if let params { full.merge(params) }
    guard let identity = route.identity(full) else { return nil }
    return draft[id].screens.lastIndex { $0.route == route.name && route.identity($0.params) == identity }
  }

  /// Whether an action with these params means this screen: one that names no identity means any of the route.
  private func isSame(_ screen: Screen, _ route: Route, _ params: JSONObject?) -> Bool {
    guard let params, let identity = route.identity(params) else { return true }
    return route.identity(screen.params) == identity
  }

  private func pushAgain(_ index: Int, _ route: Route, _ params: JSONObject?, in draft: inout Draft) throws(Refusal) {
    let screen = draft[id].screens[index]
    let top = draft[id].screens.count - 1
    switch route.onDuplicate {
    case .ignore: return
    case .refuse:
      throw .state(
        "duplicate", "\"\(route.name)\" already stands in \"\(id)\" as \"\(screen.id)\".", isFinal: true)
    case .moveToTop:
      draft.setParams(of: screen, to: try level.params(of: screen, route, given: params, merge: false))
      if index < top { draft.perform(.move(in: id, from: index, to: top)) }
    case .popTo:
      draft.setParams(of: screen, to: try level.params(of: screen, route, given: params, merge: false))
      if index < top { remove((index + 1)...top, in: &draft) }
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
