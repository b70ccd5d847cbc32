import JSON
import Reduction

extension App {
  /// Reduces one action on the draft, with all that follows from it: effects of reducers and the router's actions.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - draft: The draft to change.
  ///   - origin: The sender of the action.
  /// - Throws: `Refused` when the action is refused. The caller then rolls back the draft.
  public func reduce(_ action: Action, _ draft: inout Draft, from origin: Origin = .client) throws(Refused) {
    var queue = [Addressed(action: action, screen: nil, origin: origin)]
    var next = 0
    while next < queue.count {
      guard next < Self.maximumChain else {
        throw .forbidden(
          "endless", "The action caused more than \(Self.maximumChain) others, which indicates an endless loop.")
      }
      let addressed = queue[next]
      next += 1
      if addressed.isCancelled { continue }
      try carryOut(addressed, &draft, &queue)
    }
  }

  /// The sender of an action.
  public enum Origin: Sendable {
    /// A client: a screen's reducer receives only the actions that its feature lists.
    case client
    /// An effect, the app's router or the server: a screen's reducer receives all actions that it can read.
    case server
  }

  /// The greatest number of actions that can follow from one.
  private static let maximumChain = 1_000

  /// An action, and for one from an effect the screen whose reducer receives it.
  private struct Addressed {
    let action: Action
    let screen: Screen.ID?
    var origin = Origin.server
    /// The scope of the effect, by which the action can be cancelled while it is queued.
    var scope: EffectID?
    var isCancelled = false
  }

  private func carryOut(_ addressed: Addressed, _ draft: inout Draft, _ queue: inout [Addressed]) throws(Refused) {
    let action = addressed.action
    if let screen = addressed.screen {
      // An effect of a screen is dropped when an action queued before it has removed the screen.
      guard draft.tree.screen(screen) != nil else { return }
      return try handOver(action, from: .server, to: screen, &draft, &queue)
    }
    if let navigation = try NavigationAction(action) {
      let former = draft.edits.count
      try navigate(navigation, target: try action.target, source: try action.source, &draft)
      if hearsClosed { try tellOpener(of: draft.edits[former...], result: action.result, &draft, &queue) }
      return
    }
    switch action.type {
    case "screen": try handToScreen(action, from: addressed.origin, &draft, &queue)
    default: try offerToScreens(action, from: addressed.origin, &draft, &queue)
    }
  }

  /// Notifies a screen of the removal of one that it opened, before any other effect.
  private func tellOpener(
    of edits: ArraySlice<Edit>, result: JSONValue?, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    guard let (opener, closed) = closing(edits, result: result, in: draft.tree) else { return }
    try handOver(closed.action, from: .server, to: opener, &draft, &queue)
  }

  /// Performs `screen`, which names a screen and contains the action for it.
  private func handToScreen(
    _ action: Action, from origin: Origin, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    var fields = FieldReader(action)
    let id = try fields.string("id")
    let inner = try fields.require(fields.value("action"), "action")
    try fields.finish(["id", "action"])
    let meant = try meantScreen(action, draft.tree)
    do throws(Refused) {
      try handOver(try Action(json: inner), from: origin, to: id ?? meant ?? draft.tree.current.id, &draft, &queue)
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  /// The screen that an action names: its source, or the focused screen of its target.
  private func meantScreen(_ action: Action, _ tree: Tree) throws(Refused) -> Screen.ID? {
    if let source = try action.source { return source }
    return try meant(try action.target, nil, tree).map { tree[$0].focused.id }
  }

  private func handOver(
    _ action: Action, from origin: Origin, to id: Screen.ID, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    guard let screen = draft.tree.screen(id) else {
      throw .forbidden("screen-gone", "There is no screen \"\(id)\"; it may have been removed.")
    }
    guard try run(action, from: origin, on: screen, isNamed: true, &draft, &queue) else {
      throw unknown(action, on: [screen])
    }
  }

  /// Offers an action of the app's own to the current screen, then to the screens around it, then to the app's reducer.
  private func offerToScreens(
    _ action: Action, from origin: Origin, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    if let screen = try meantScreen(action, draft.tree) {
      return try handOver(action, from: origin, to: screen, &draft, &queue)
    }
    if try run(action, from: origin, on: draft.tree.current, &draft, &queue) { return }
    let around = draft.tree.focusedScreens.dropLast().reversed()
    for screen in around where try run(action, from: origin, on: screen, &draft, &queue) { return }
    if let feature, origin == .server || feature.actions.contains(action.type),
      let effect = try feature.reduce(action, &draft)
    {
      return try effect.forEach { operation throws(Refused) in try follow(operation, from: nil, &draft, &queue) }
    }
    throw unknown(action, on: draft.tree.focusedScreens, beyond: feature?.actions ?? [])
  }

  /// Runs a screen's reducer; false when it does not know the action.
  private func run(
    _ action: Action, from origin: Origin, on screen: Screen, isNamed: Bool = false, _ draft: inout Draft,
    _ queue: inout [Addressed]
  ) throws(Refused) -> Bool {
    guard let feature = routes[screen.route]?.feature else { return try setState(action, of: screen, &draft) }
    guard origin == .server || feature.actions.contains(action.type) else { return false }
    var state = screen.state
    guard let effect = try feature.reduce(&state, action) else { return false }
    draft.setState(of: screen, to: state)
    try effect.forEach { operation throws(Refused) in try follow(operation, from: screen.id, &draft, &queue) }
    if let steps {
      let taker = Taker(screen: screen.id, isNamed: isNamed, tree: draft.tree)
      for step in try steps(action, taker) { queue.append(Addressed(action: step, screen: nil)) }
    }
    return true
  }

  /// Performs `setState`, the action of a screen without a reducer: an RFC 7396 merge into its state.
  private func setState(_ action: Action, of screen: Screen, _ draft: inout Draft) throws(Refused) -> Bool {
    guard action.type == "setState" else { return false }
    var fields = FieldReader(action)
    let patch = try fields.require(fields.value("state"), "state")
    try fields.finish(["state"])
    var state = screen.state
    state.mergePatch(patch)
    draft.setState(of: screen, to: state)
    return true
  }

  /// - Parameter screen: The screen whose effect it is; nil for the app's own.
  private func follow(
    _ operation: Effect<Action>.Operation, from screen: Screen.ID?, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    switch operation {
    case .send(let action):
      queue.append(Addressed(action: action, screen: screen))
    case .sendWithin(let scope, let action):
      queue.append(Addressed(action: action, screen: screen, scope: scope))
    case .output(let output):
      if let named = output as? any NamedOutput {
        draft.send(SentOutput(name: named.name, value: named.value))
      }
      let answers = router?(output, screen ?? draft.tree.current.id) ?? []
      for answer in answers { queue.append(Addressed(action: answer, screen: nil)) }
    case .after(let id, let delay, let action):
      try draft.schedule(action, as: id, of: screen, after: delay)
    case .cancel(let id):
      draft.cancel(id, of: screen)
    case .cancelAll(let scope):
      draft.cancelAll(of: screen) { $0.isUnder(scope) }
      for index in queue.indices where queue[index].screen == screen {
        guard let inner = queue[index].scope, inner == scope || inner.isUnder(scope) else { continue }
        queue[index].isCancelled = true
      }
    case .message(let recipient, let message):
      guard let message = message as? any ActionMessage else {
        throw .forbidden("not-an-action", "The reducer sent a \(type(of: message)), which is not an `ActionMessage`.")
      }
      draft.send(SentMessage(to: recipient, message.action))
    }
  }

  func unknown(_ action: Action, on screens: [Screen], beyond: [String] = []) -> Refused {
    if let requirement = NavigationAction.requirement(of: action.type) {
      return .invalid("missing-field", "`\(action.type)` needs \(requirement).")
    }
    let own = screens.reversed().flatMap { routes[$0.route]?.feature?.actions ?? ["setState"] } + beyond
    let known = own + (NavigationAction.types + ["screen"]).filter { !own.contains($0) }
    return .invalid(
      "unknown-action", "`\(name)` has no action \"\(action.type)\" here; it has \(Self.list(known)).", at: "type")
  }
}
