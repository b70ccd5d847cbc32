import CEL
import JSON

/// The start of a session: its first screens, and the guards and hooks of their routes.
package struct SessionStart {
  private let app: App
  private let data: JSONObject
  private let session: SessionContext
  private let now: Int64
  private let limits: Timer.Limits
  private let steps: Int

  /// - Parameters:
  ///   - data: Members to merge into the app's data.
  ///   - now: The time in milliseconds since 1970.
  ///   - steps: The evaluation steps that the guards and hooks may take.
  package init(
    of app: App, data: JSONObject = [:], session: SessionContext = SessionContext(), at now: Int64,
    timers limits: Timer.Limits = Timer.Limits(), within steps: Int = .max
  ) {
    self.app = app
    self.data = data
    self.session = session
    self.now = now
    self.limits = limits
    self.steps = min(steps, EvaluationBudget.stepsOfAction)
  }

  private var reducer: ActionReducer {
    var reducer = ActionReducer(app: app)
    reducer.run.budget = EvaluationBudget(steps: steps)
    return reducer
  }

  /// Starts at the initial screens.
  package func initial() throws(ActionError) -> Draft {
    var draft = try draft(try app.start())
    var reducer = reducer
    if app.hasHooks { try enter(nil, &draft, &reducer) }
    return draft
  }

  /// Starts at the navigation that a client sent.
  package func at(navigation: JSONValue) throws(ActionError) -> Draft {
    var draft = try draft(try app.start(navigation: navigation))
    guard app.hasHooks else { return draft }
    let changes = ScreenChanges(start: draft.tree.root, given: navigation)
    var reducer = reducer
    if let detour = try reducer.detour(instead: changes.entering, in: draft) {
      return try perform(detour, instead: Action("reset", ["navigation": navigation]))
    }
    try enter(navigation, &draft, &reducer)
    return draft
  }

  /// Starts at the destination of a link.
  package func at(url: String) throws(ActionError) -> Draft {
    guard app.hasHooks else { return try draft(try app.start(url: url)) }
    var draft = try draft(try app.start())
    var reducer = reducer
    let mark = draft.mark
    let goal = NavigationAction.Goal.url(url)
    try RouteNavigator(app: app, target: ActionTarget(), policy: .reset).navigate(to: goal, &draft)
    let changes = ScreenChanges(draft.edits[mark.edits...])
    let entering = changes.entering(on: app.route(of: goal), in: draft.tree)
    if let detour = try reducer.detour(instead: entering, in: draft.rolledBack(to: mark)) {
      return try perform(detour, instead: Action("route", ["url": .string(url)]))
    }
    try enter(nil, &draft, &reducer)
    return draft
  }

  /// The session that begins at a URL or at given screens, or else at the first screen.
  package func at(url: String?, navigation: JSONValue?) throws(ActionError) -> Draft {
    if let url { return try at(url: url) }
    if let navigation { return try at(navigation: navigation) }
    return try initial()
  }

  /// Performs the hooks of all screens, with what follows from them.
  private func enter(
    _ given: JSONValue?, _ draft: inout Draft, _ reducer: inout ActionReducer
  ) throws(ActionError) {
    try reducer.enter(ScreenChanges(start: draft.tree.root, given: given).entering, &draft)
    try reducer.drain(&draft)
    try app.checkSchemas(of: draft.edits[...], in: draft.tree)
  }

  private func perform(_ detour: ActionReducer.Detour, instead action: Action) throws(ActionError) -> Draft {
    var draft = try initial()
    var reducer = reducer
    try reducer.perform(detour, instead: action, &draft)
    return draft
  }

  private func draft(_ tree: Tree) throws(ActionError) -> Draft {
    var tree = tree
    if !data.isEmpty { tree.set(data: try app.data(merging: data)) }
    var draft = Draft(tree)
    draft.begin(at: now, timers: limits)
    draft.session = session
    return draft
  }
}
