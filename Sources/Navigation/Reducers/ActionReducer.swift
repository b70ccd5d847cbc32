import JSON
import Reduction

/// The reduction of one action with all that follows from it: effects of reducers and the router's actions.
struct ActionReducer {
  let app: App
  /// The limits and the shared state of the steps of an app definition.
  var run = LogicRun()
  /// The actions that follow from the first. Usually there are none, and nothing is allocated.
  private var queue: [QueuedAction] = []
  /// The index of the next action of the queue.
  private var next = 0

  /// The greatest number of actions, the first included.
  private static let maximumActions = 1_000

  private struct QueuedAction {
    let action: Action
    /// For an action from an effect, the screen whose reducer receives it.
    let screen: Screen.ID?
    var origin = App.Origin.server
    /// The scope of the effect, by which the action can be cancelled while it is queued.
    var scope: EffectID?
    var isCancelled = false
  }

  init(app: App) {
    self.app = app
  }

  mutating func reduce(_ action: Action, from origin: App.Origin, _ draft: inout Draft) throws(ActionError) {
    let mark = draft.edits.count
    draft.beginVisit()
    if origin.isOfUser, app.hasHooks { run.confirmed = Set(action.fields["confirmed"]?.arrayValue ?? []) }
    try carryOut(action, from: origin, &draft)
    try drain(&draft)
    try app.checkSchemas(of: draft.edits[mark...], in: draft.tree)
    draft.recordVisit()
  }

  /// Carries out an action, whose source may be gone.
  mutating func carryOut(_ action: Action, from origin: App.Origin, _ draft: inout Draft) throws(ActionError) {
    var action = action
    if action.mayReopen || !draft.reopening.isEmpty {
      guard let present = try reopeningSource(of: action, from: origin, &draft) else { return }
      action = present
    }
    try carryOut(QueuedAction(action: action, screen: nil, origin: origin), .here, &draft)
  }

  /// Carries out the actions of the queue.
  mutating func drain(_ draft: inout Draft) throws(ActionError) {
    while next < queue.count {
      // The first action counts, but is not in the queue.
      guard next + 1 < Self.maximumActions else {
        throw .forbidden(
          "endless", "The action caused more than \(Self.maximumActions) others, which indicates an endless loop.")
      }
      let queued = queue[next]
      next += 1
      if !queued.isCancelled { try carryOut(queued, .ofApp, &draft) }
    }
  }

  private mutating func carryOut(
    _ queued: QueuedAction, _ check: ContainerContext.DestinationCheck, _ draft: inout Draft
  ) throws(ActionError) {
    let action = queued.action
    if let screen = queued.screen {
      // An effect of a screen is dropped when an action queued before it has removed the screen.
      guard draft.tree.screen(screen) != nil else { return }
      return try handOver(action, from: .server, to: screen, &draft)
    }
    if let navigation = try NavigationAction(action) {
      if queued.origin.isOfUser {
        try app.clientNavigation.check(navigation, of: "`\(app.name)`")
        if let given = navigation.givenNavigation {
          try app.checkStates(in: given, at: JSONPointer().appending(name: "navigation"))
        }
      }
      try navigate(
        navigation, action, try ActionTarget(of: action), check, isOfClient: queued.origin.isOfUser, &draft)
      return
    }
    try carryOutOwn(action, from: queued.origin, by: nil, &draft)
  }

  /// Carries out an action of the app's own.
  ///
  /// - Parameter screen: The screen that acts, if a step or a timer performs the action.
  mutating func carryOutOwn(
    _ action: Action, from origin: App.Origin, by screen: Screen.ID?, _ draft: inout Draft
  ) throws(ActionError) {
    switch action.type {
    case "screen": try handToScreen(action, from: origin, &draft)
    // Only the server finds a session idle: from a client the type is that of an ordinary action.
    case AppLogic.idleAction.type where origin == .server && app.logic?.idleSteps.isEmpty == false:
      try perform(app.logic?.idleSteps ?? [], LogicScope(), &draft)
    default: try offerToScreens(action, from: origin, by: screen, &draft)
    }
  }

  /// Notifies a screen of the removal of one that it opened, before any other effect.
  mutating func tellOpener(
    of edits: ArraySlice<Edit>, result: JSONValue?, _ draft: inout Draft
  ) throws(ActionError) {
    guard let notice = ClosingNotice(of: edits, result: result, in: draft.tree, of: app) else { return }
    try handOver(notice.closed.action, from: .server, to: notice.opener, &draft)
  }

  /// Performs `screen`, which names a screen and contains the action for it.
  private mutating func handToScreen(_ action: Action, from origin: App.Origin, _ draft: inout Draft)
    throws(ActionError)
  {
    var fields = FieldReader(action)
    let id = try fields.string("id")
    let inner = try fields.require(fields.value("action"), "action")
    try fields.finish(["id", "action"])
    let named = try namedScreen(action, draft.tree)
    do throws(ActionError) {
      let inner = try Action(json: inner)
      let screen = id ?? named ?? draft.tree.current.id
      if origin == .server, app.hasLogic { return try performAction(inner, by: screen, &draft) }
      try handOver(inner, from: origin, to: screen, &draft)
    } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
  }

  /// The screen that an action names: its source, or the focused screen of its target.
  private func namedScreen(_ action: Action, _ tree: Tree) throws(ActionError) -> Screen.ID? {
    if let source = try action.source { return source }
    return try ActionTarget(container: try action.target).container(in: tree).map { tree[$0].focused.id }
  }

  mutating func handOver(
    _ action: Action, from origin: App.Origin, to id: Screen.ID, _ draft: inout Draft
  ) throws(ActionError) {
    guard let screen = draft.tree.screen(id) else { throw .screenGone(id, in: draft.tree) }
    guard try run(action, from: origin, on: screen, isNamed: true, &draft) else {
      throw unknown(action, on: [screen])
    }
  }

  /// Offers an action of the app's own to the current screen, then to the screens around it, then to the app's reducer.
  private mutating func offerToScreens(
    _ action: Action, from origin: App.Origin, by acting: Screen.ID?, _ draft: inout Draft
  ) throws(ActionError) {
    let named = try namedScreen(action, draft.tree)
    if app.hasLogic {
      let addressed = try action.screen
      // A screen that has left performs the actions of the app.
      let hasLeft = acting.map { named ?? addressed == nil && draft.tree.screen($0) == nil } ?? false
      if hasLeft, let own = app.logic?.actions[exactly: action.type] {
        return try perform(own, action, from: origin, on: nil, &draft)
      }
      let first = named ?? addressed ?? acting
      let isAddressed = named ?? addressed != nil
      if try offer(action, from: origin, toScreensFrom: first, isAddressed: isAddressed, &draft) { return }
    } else if let named {
      return try handOver(action, from: origin, to: named, &draft)
    } else {
      for screen in draft.tree.focusedScreens.reversed() {
        if try run(action, from: origin, on: screen, &draft) { return }
        if try offer(action, from: origin, toPanesBeside: screen.id, &draft) { return }
      }
    }
    if let feature = app.feature, feature.accepts(action.type, from: origin),
      let effect = try feature.reduce(action, &draft)
    {
      return try effect.forEach { operation throws(ActionError) in try follow(operation, from: nil, &draft) }
    }
    throw app.notHere(action) ?? unknown(action, on: draft.tree.focusedScreens, beyond: app.feature?.actions ?? [])
  }

  /// Offers an action to a screen, then to the screens around it, then to the definition of the app.
  ///
  /// - Parameters:
  ///   - first: The screen; nil: the current one.
  ///   - isAddressed: Whether the action names the screen, so that no pane beside it is asked.
  private mutating func offer(
    _ action: Action, from origin: App.Origin, toScreensFrom first: Screen.ID?, isAddressed: Bool, _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    var next = first ?? draft.tree.current.id
    while true {
      guard let screen = draft.tree.screen(next) else { throw .screenGone(next, in: draft.tree) }
      if try run(action, from: origin, on: screen, isNamed: first != nil, &draft) { return true }
      if !isAddressed, try offer(action, from: origin, toPanesBeside: next, &draft) { return true }
      guard let around = draft.tree.screen(around: next) else { break }
      next = around.id
    }
    guard let own = app.logic?.actions[exactly: action.type] else { return false }
    try perform(own, action, from: origin, on: nil, &draft)
    return true
  }

  /// Runs a screen's reducer; false when it does not know the action.
  mutating func run(
    _ action: Action, from origin: App.Origin, on screen: Screen, isNamed: Bool = false, _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    let reducer = app.screenReducers[screen.route]
    if let own = reducer?.definedActions[exactly: action.type] {
      try perform(own, action, from: origin, on: screen.id, &draft)
      return true
    }
    guard let feature = reducer?.feature else { return try setState(action, from: origin, of: screen, &draft) }
    guard feature.accepts(action.type, from: origin) else { return false }
    var state = screen.state
    let context = feature.readsContext ? ReducerContext(of: draft) : .empty
    guard let effect = try reduce(action, by: feature, &state, of: screen, context) else { return false }
    draft.setState(of: screen, to: state)
    try effect.forEach { operation throws(ActionError) in try follow(operation, from: screen.id, &draft) }
    if let steps = app.steps {
      let recipient = App.Recipient(screen: screen.id, isNamed: isNamed, tree: draft.tree)
      for step in try steps(action, recipient) { queue.append(QueuedAction(action: step, screen: nil)) }
    }
    return true
  }

  /// Runs a feature's reducer. A state that does not fit it is completed from the initial one.
  private func reduce(
    _ action: Action, by feature: Feature, _ state: inout JSONValue, of screen: Screen, _ context: ReducerContext
  ) throws(ActionError) -> Effect<Action>? {
    do throws(ActionError) {
      return try feature.reduce(&state, action, context)
    } catch {
      guard error.refusal.code == "bad-state" else { throw error }
      state = screen.state.completed(by: try feature.initialState(screen.params))
      // Nothing was missing, so a second attempt would fail alike.
      guard state != screen.state else { throw error }
      return try feature.reduce(&state, action, context)
    }
  }

  /// Tells the feature of a removed screen that it has left. Its state is gone, and so are its timers and actions.
  mutating func tellLeaving(_ screen: Screen, _ draft: inout Draft) throws(ActionError) {
    guard let feature = app.screenReducers[screen.route]?.feature, let action = feature.onLeave else { return }
    var state = screen.state
    let effect = try reduce(action, by: feature, &state, of: screen, ReducerContext(of: draft))
    try effect?.forEach { operation throws(ActionError) in
      switch operation {
      case .output, .message: try follow(operation, from: screen.id, &draft)
      default: break
      }
    }
  }

  /// Performs `setState`, the action of a screen without a reducer: an RFC 7396 merge into its state.
  private func setState(
    _ action: Action, from origin: App.Origin, of screen: Screen, _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    guard action.type == ActionSchema.setState.type else { return false }
    if origin.isOfUser { try app.checkSetState(of: screen.route) }
    var fields = FieldReader(action)
    let patch = try fields.require(fields.value("state"), "state")
    try fields.finish(["state"])
    var state = screen.state
    state.mergePatch(patch)
    if let mismatch = app.routes[screen.route]?.mismatch(of: state) {
      throw .invalid("bad-state", mismatch, at: "state")
    }
    draft.setState(of: screen, to: state)
    return true
  }

  /// - Parameter screen: The screen whose effect it is; nil for the app's own.
  private mutating func follow(
    _ operation: Effect<Action>.Operation, from screen: Screen.ID?, _ draft: inout Draft
  ) throws(ActionError) {
    switch operation {
    case .send(let action):
      queue.append(QueuedAction(action: action, screen: screen))
    case .sendWithin(let scope, let action):
      queue.append(QueuedAction(action: action, screen: screen, scope: scope))
    case .output(let output):
      if let named = output as? any NamedOutput {
        draft.send(SentOutput(name: named.name, value: named.value))
      }
      let answers = app.router?(output, screen ?? draft.tree.current.id) ?? []
      for answer in answers { queue.append(QueuedAction(action: answer, screen: nil)) }
    case .schedule(let id, let time, let action):
      try draft.schedule(action, as: id, of: screen, time)
    case .cancel(let id):
      draft.cancel(id, of: screen)
    case .cancelAll(let scope):
      draft.cancelAll(of: screen) { $0.isUnder(scope) }
      // Marked instead of removed, since `next` is an index into the queue.
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

  private func unknown(_ action: Action, on screens: [Screen], beyond appActions: [String] = []) -> ActionError {
    let own = screens.reversed().flatMap { app.routes[$0.route]?.actionTypes ?? [ActionSchema.setState.type] }
    return .unknown(action, of: app, known: own + appActions)
  }
}
