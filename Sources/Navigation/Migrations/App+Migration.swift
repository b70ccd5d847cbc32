import JSON

extension App {
  /// Migrates a session from an earlier version of the app to this one.
  ///
  /// - Throws: `ActionError` when an expression fails, or the result does not fit this version. The caller then rolls back
  ///   the draft.
  package func migrate(_ draft: inout Draft, from former: App) throws(ActionError) {
    var migrator = AppMigrator(of: draft, from: former, to: self)
    let root = try migrator.root()
    let data = try migrator.data()
    // Read before the replacement, which cancels the timers of screens whose route is renamed.
    let timers = draft.tree.timers
    let rule = migrations[former.version] ?? AppMigration()
    if root != draft.tree.root { draft.perform(.replace(root.id, former: draft.tree.root, new: root)) }
    try migrate(timers, in: &draft, by: rule)
    draft.setData(to: data)
    draft.perform(.version(former: former.version, new: version))
    if rule.startsTimers { try startTimers(in: &draft) }
  }

  /// Starts those timers of the routes of all screens that do not run already.
  private func startTimers(in draft: inout Draft) throws(ActionError) {
    var reducer = ActionReducer(app: self)
    var screens: [Screen.ID] = []
    draft.tree.root.forEachScreen { screens.append($0.id) }
    for screen in screens { try reducer.startTimers(of: screen, unlessTheyRun: true, &draft) }
  }

  /// Keeps the timers of the screens that stay, with the new names of routes in their actions.
  private func migrate(_ timers: [Timer], in draft: inout Draft, by rule: AppMigration) throws(ActionError) {
    for timer in timers {
      let isPending = draft.tree.timer(timer.id) != nil
      // The idle rule may be another one.
      guard !timer.isIdle, timer.screen.map({ draft.tree.screen($0) != nil }) ?? true else {
        if isPending { draft.perform(.unschedule(timer)) }
        continue
      }
      let fields = try rule.renamed(timer.action.fields, in: "the timer \"\(timer.effect)\"", for: self)
      guard !isPending || fields != timer.action.fields else { continue }
      if isPending { draft.perform(.unschedule(timer)) }
      draft.perform(
        .schedule(
          Timer(
            id: timer.id, screen: timer.screen, effect: timer.effect, fireAt: timer.fireAt,
            action: Action(fields: fields),
            recurrence: timer.recurrence, lastRefusal: timer.lastRefusal)))
    }
  }
}

extension ActionError {
  /// The refusal of a session whose migrated navigation the app would not accept.
  static func misfit(_ app: App, _ refused: ActionError) -> ActionError {
    let reasons = refused.faults.prefix(3).map(\.detail)
    return misfit(app, reasons.isEmpty ? refused.refusal.explanation : reasons.joined(separator: " "))
  }

  static func misfit(_ app: App, _ reason: String) -> ActionError {
    .forbidden("migration-misfit", "The session does not fit `\(app.name)` version \(app.version): \(reason)")
  }
}

extension JSONValue {
  /// The value, with numbers of the kind that the definition of an app begins with.
  ///
  /// - Parameters:
  ///   - initial: The value with which the definition begins. A member that is null in it may have any type.
  ///   - place: The place of the value, for the error.
  func fitting(_ initial: JSONValue, at place: String, of app: App) throws(ActionError) -> JSONValue {
    switch (initial, self) {
    case (.null, _), (.bool, .bool), (.string, .string), (.array, .array): return self
    case (.integer, .integer), (.integer, .number), (.number, .number): return self
    case (.number, .integer(let integer)): return .number(Double(integer))
    case (.object(let members), .object(var own)):
      for (name, initial) in members {
        if let value = own[name] { own[name] = try value.fitting(initial, at: "\(place).\(name)", of: app) }
      }
      return .object(own)
    default: throw .misfit(app, "`\(place)` is \(kind), where the definition has \(initial.kind).")
    }
  }
}
