import JSON
import Reduction

// The steps of an app definition that are performed when screens are removed and made.

extension ActionReducer {
  /// Performs a navigation action with the guards and hooks of the screens that it removes and makes.
  mutating func navigate(
    _ navigation: NavigationAction, _ action: Action, _ target: ActionTarget,
    _ check: ContainerContext.DestinationCheck, isOfClient: Bool = false, _ draft: inout Draft
  ) throws(ActionError) {
    let mark = draft.mark
    try Navigator(app: app, target: target, destinationCheck: check).perform(navigation, &draft)
    _ = try completeNavigation(
      navigation, action, result: action.result, since: mark, isOfClient: isOfClient, &draft)
  }

  /// Asks the guards of what a navigation action has opened, and runs the hooks of the screens that it has removed and made.
  ///
  /// - Parameters:
  ///   - action: The action that a guard refuses.
  ///   - result: The result of the screen that is removed.
  /// - Returns: Whether the guards hold. If one does not, its steps are performed instead.
  mutating func completeNavigation(
    _ navigation: NavigationAction, _ action: Action, result: JSONValue?, since mark: Draft.Mark, isOfClient: Bool,
    _ draft: inout Draft
  ) throws(ActionError) -> Bool {
    if app.handlesClosed { try tellOpener(of: draft.edits[mark.edits...], result: result, &draft) }
    guard app.hasHooks else { return true }
    let edits = draft.edits[mark.edits...]
    let changes = ScreenChanges(edits, given: navigation.givenNavigation)
    if app.hasGuards, !edits.isEmpty, GuardedScreens.canHaveGuards(navigation, changes, edits, in: draft.tree, of: app)
    {
      let former = draft.rolledBack(to: mark)
      let guarded = GuardedScreens(of: navigation, changes, edits, from: former.tree, to: draft.tree, in: app)
      if isOfClient { try checkClient(navigation, mayOpen: guarded.entries) }
      if let detour = try detour(instead: guarded.entries, in: former) {
        draft.rollBack(to: mark)
        try perform(detour, instead: action, &draft)
        return false
      }
    }
    guard !changes.isEmpty else { return true }
    let result = navigation.returnsResult ? result : nil
    if result == nil, !run.isOfStep { try checkMayLeave(changes.leaving, draft) }
    try leave(changes.leaving, result: result, &draft)
    try enter(changes.entering, &draft)
    return true
  }

  /// Performs the hooks of removed screens, top first: `onLeave`, then `onResult` of their openers, then the intents.
  private mutating func leave(
    _ screens: [Screen], result: JSONValue?, _ draft: inout Draft
  ) throws(ActionError) {
    for screen in screens {
      try attempt(&draft) { reducer, draft throws(ActionError) in try reducer.tellLeaving(screen, &draft) }
    }
    for screen in screens {
      guard let steps = app.routes[screen.route]?.logic?.onLeave, !steps.isEmpty else { continue }
      let scope = LogicScope(screen: screen.id, former: screen)
      try attempt(&draft) { reducer, draft throws(ActionError) in try reducer.perform(steps, scope, &draft) }
    }
    for (index, screen) in screens.enumerated() {
      // The result is that of the lowest screen.
      let value = index == screens.count - 1 ? result : nil
      try tellOpener(of: screen, LogicScope.Result(value: value ?? .null, isCancelled: value == nil), &draft)
    }
    guard result != nil, let intent = screens.last?.intent else { return }
    let action = Action(fields: intent)
    try attempt(&draft) { reducer, draft throws(ActionError) in try reducer.resume(action, &draft) }
  }

  private mutating func tellOpener(
    of screen: Screen, _ result: LogicScope.Result, _ draft: inout Draft
  ) throws(ActionError) {
    guard let id = screen.opener, let opener = draft.tree.screen(id), let logic = app.routes[opener.route]?.logic,
      let steps = logic.onResult[screen.route] ?? logic.onOtherResult
    else { return }
    do throws(ActionError) {
      try perform(steps, LogicScope(screen: id, result: result), &draft)
    } catch {
      let hook = "`onResult` of \"\(opener.route)\" refuses to close \"\(screen.route)\"."
      throw ActionError(error.refusal, faults: error.faults + [Fault(at: JSONPointer(), hook, screen: id)])
    }
  }

  /// Starts the timers and performs the steps of new screens, outer first.
  mutating func enter(_ screens: [ScreenChanges.Entry], _ draft: inout Draft) throws(ActionError) {
    for entry in screens {
      // The hooks of an outer screen, and then the own action, may have removed the screen again.
      if let action = app.screenReducers[entry.route]?.feature?.onEnter, draft.tree.screen(entry.id) != nil {
        try handOver(action, from: .server, to: entry.id, &draft)
      }
      guard let logic = app.routes[entry.route]?.logic, !logic.timers.isEmpty || !logic.onEnter.isEmpty,
        draft.tree.screen(entry.id) != nil
      else { continue }
      try startTimers(of: entry.id, &draft)
      try perform(logic.onEnter, LogicScope(screen: entry.id), &draft)
    }
  }

  /// Starts the timers of a screen's route.
  mutating func startTimers(
    of id: Screen.ID, unlessTheyRun isLive: Bool = false, _ draft: inout Draft
  ) throws(ActionError) {
    guard let route = draft.tree.screen(id)?.route, let timers = app.routes[route]?.logic?.timers else { return }
    for timer in timers where !isLive || draft.tree.timer(timer.name.rawValue, of: id) == nil {
      try start(timer.action, timer.time, as: timer.name, LogicScope(screen: id), &draft)
    }
  }

  /// Performs an action that a guard refused earlier.
  private mutating func resume(_ action: Action, _ draft: inout Draft) throws(ActionError) {
    try run.enterAction()
    // If the guard was that of a source that was gone, it is not known yet what the action's sender may do.
    let isChecked = !action.mayReopen && NavigationAction.types.contains(action.type)
    try carryOut(action, from: isChecked ? .server : .client, &draft)
    run.leaveAction()
  }

  /// Performs a part of a change. If it is refused, the change is made without it and notes the refusal.
  private mutating func attempt(
    _ draft: inout Draft, _ body: (inout ActionReducer, inout Draft) throws(ActionError) -> Void
  ) throws(ActionError) {
    let mark = draft.mark
    // A refused part must leave neither its queued actions nor the depth that its error kept from being counted down.
    var attempt = self
    do throws(ActionError) {
      try body(&attempt, &draft)
      self = attempt
    } catch {
      // Limits of the whole action hold also for its parts.
      guard error.refusal.code != "too-many-steps", error.refusal.code != ActionError.tooCostlyCode else { throw error }
      draft.rollBack(to: mark)
      draft.record(dropped: error)
      // What was evaluated has taken its time, whatever became of it.
      run.budget = attempt.run.budget
    }
  }

  // MARK: Leaving

  /// Refuses to remove screens whose condition for leaving does not hold, unless the client has confirmed it. For what a
  /// client removes without a result.
  private mutating func checkMayLeave(_ screens: [Screen], _ draft: Draft) throws(ActionError) {
    guard let confirmed = run.confirmed else { return }
    var (faults, diagnosis): ([Fault], String?) = ([], nil)
    for screen in screens where !confirmed.contains(.string(screen.id)) {
      guard let condition = app.routes[screen.route]?.logic?.leave else { continue }
      let scope = LogicScope(
        screen: screen.id, former: screen, result: LogicScope.Result(value: .null, isCancelled: true))
      if try holds(condition.expression, scope, draft) { continue }
      let refusal = try refusal(by: condition, "confirmation-needed", "Leaving \"\(screen.route)\"", scope, draft)
        .refusal
      if faults.isEmpty { diagnosis = refusal.diagnosis }
      faults.append(Fault(at: JSONPointer(), refusal.detail, screen: screen.id))
    }
    guard let first = faults.first else { return }
    throw ActionError(
      Refusal(code: "confirmation-needed", detail: first.detail, isFinal: true, diagnosis: diagnosis), faults: faults)
  }
}

extension NavigationAction {
  /// Whether the `result` of the action is that of a screen which it removes.
  fileprivate var returnsResult: Bool {
    switch self {
    case .pop, .goBack, .dismiss: true
    default: false
    }
  }

  /// The navigation that a client passed to replace a container.
  var givenNavigation: JSONValue? {
    if case .reset(let navigation) = self { .object(navigation) } else { nil }
  }
}
