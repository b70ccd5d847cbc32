import JSON
import Reduction

extension App {
  /// Carries out one action on the draft, with all that follows from it: effects of reducers, the router's answers.
  ///
  /// - Throws: When it was refused. The draft may hold steps then that the caller takes back.
  public func reduce(_ action: Action, _ draft: inout Draft) throws(Refused) {
    var queue = [Addressed(action: action, screen: nil)]
    var next = 0
    while next < queue.count {
      guard next < Self.maximumChain else {
        throw .forbidden("endless", "The action set off more than \(Self.maximumChain) others, which looks endless.")
      }
      let addressed = queue[next]
      next += 1
      try carryOut(addressed, &draft, &queue)
    }
  }

  /// How many actions may follow from one.
  private static let maximumChain = 1_000

  /// An action, and the screen whose reducer it is for, when it came out of an effect.
  private struct Addressed {
    let action: Action
    let screen: Screen.ID?
  }

  private func carryOut(_ addressed: Addressed, _ draft: inout Draft, _ queue: inout [Addressed]) throws(Refused) {
    let action = addressed.action
    if let screen = addressed.screen {
      // What a screen asked for goes with it, when something before it in the queue has removed the screen.
      guard draft.tree.screen(screen) != nil else { return }
      return try handOver(action, to: screen, &draft, &queue)
    }
    if let navigation = try NavigationAction(action) {
      return try navigate(navigation, target: try action.target, source: try action.source, &draft)
    }
    switch action.type {
    case "screen": try handToScreen(action, &draft, &queue)
    default: try offerToScreens(action, &draft, &queue)
    }
  }

  /// `screen`: names the screen, and carries the action for it.
  private func handToScreen(_ action: Action, _ draft: inout Draft, _ queue: inout [Addressed]) throws(Refused) {
    var fields = FieldReader(action)
    let id = try fields.string("id")
    let inner = try fields.require(fields.value("action"), "action")
    try fields.finish(["id", "action"])
    let meant = try meantScreen(action, draft.tree)
    do throws(Refused) {
      try handOver(try Action(json: inner), to: id ?? meant ?? draft.tree.current.id, &draft, &queue)
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  /// The screen that an action names: as its source, or as what its target shows.
  private func meantScreen(_ action: Action, _ tree: Tree) throws(Refused) -> Screen.ID? {
    if let source = try action.source { return source }
    return try meant(try action.target, nil, tree).map { tree[$0].focused.id }
  }

  private func handOver(
    _ action: Action, to id: Screen.ID, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    guard let screen = draft.tree.screen(id) else {
      throw .forbidden("screen-gone", "There is no screen \"\(id)\"; it may have been removed.")
    }
    guard try run(action, on: screen, &draft, &queue) else { throw unknown(action, on: [screen]) }
  }

  /// An action of the app's own: for the current screen, or the nearest one around it that knows it, or the app itself.
  private func offerToScreens(_ action: Action, _ draft: inout Draft, _ queue: inout [Addressed]) throws(Refused) {
    if let screen = try meantScreen(action, draft.tree) { return try handOver(action, to: screen, &draft, &queue) }
    if try run(action, on: draft.tree.current, &draft, &queue) { return }
    let around = draft.tree.focusedScreens.dropLast().reversed()
    for screen in around where try run(action, on: screen, &draft, &queue) { return }
    if let effect = try feature?.reduce(action, &draft) {
      return try effect.forEach { operation throws(Refused) in try follow(operation, from: nil, &draft, &queue) }
    }
    throw unknown(action, on: draft.tree.focusedScreens, beyond: feature?.actions ?? [])
  }

  /// Runs a screen's reducer; false when it does not know the action.
  private func run(
    _ action: Action, on screen: Screen, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) -> Bool {
    guard let feature = routes[screen.route]?.feature else { return try setState(action, of: screen, &draft) }
    var state = screen.state
    guard let effect = try feature.reduce(&state, action) else { return false }
    draft.setState(of: screen, to: state)
    try effect.forEach { operation throws(Refused) in try follow(operation, from: screen.id, &draft, &queue) }
    return true
  }

  /// What a screen without a reducer knows: `setState`, an RFC 7396 merge into its state.
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

  /// - Parameter screen: Whose effect it is; nil when it is the app's own.
  private func follow(
    _ operation: Effect<Action>.Operation, from screen: Screen.ID?, _ draft: inout Draft, _ queue: inout [Addressed]
  ) throws(Refused) {
    switch operation {
    case .send(let action):
      queue.append(Addressed(action: action, screen: screen))
    case .output(let output):
      if let named = output as? any NamedOutput {
        draft.send(SentOutput(name: named.name, value: named.value))
      }
      let answers = router?(output, screen ?? draft.tree.current.id) ?? []
      for answer in answers { queue.append(Addressed(action: answer, screen: nil)) }
    case .after, .cancel, .message:
      throw .forbidden(
        "effect-not-available", "The reducer asked for a delayed action or a message, which sessions do not run yet.")
    }
  }

  private func unknown(_ action: Action, on screens: [Screen], beyond: [String] = []) -> Refused {
    if let requirement = NavigationAction.requirement(of: action.type) {
      return .invalid("missing-field", "`\(action.type)` needs \(requirement).")
    }
    let own = screens.reversed().flatMap { routes[$0.route]?.feature?.actions ?? ["setState"] } + beyond
    let known = own + (NavigationAction.types + ["screen"]).filter { !own.contains($0) }
    return .invalid(
      "unknown-action", "`\(name)` has no action \"\(action.type)\" here; it has \(Self.list(known)).", at: "type")
  }
}
