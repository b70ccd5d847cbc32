import JSON
import Navigation

/// A change of the past that is carried out again, at its time and as its sender.
struct RepeatedChange: Sendable {
  private let record: PastRecord
  private let kind: Kind
  private let basis: AmendmentBasis
  private let session: SessionContext

  private enum Kind {
    case actions(ActionRequest, from: App.Origin)
    case migration(from: Int, to: Int)
    case cancel(Timer.ID)
    /// A change without effect on the state: a message to another session, or the record of one that was dropped.
    case nothing
  }

  /// Creates the change that an amendment puts in the place of another.
  init(_ change: LineChange, by amendment: Amendment, of request: ActionRequest, _ basis: AmendmentBasis) {
    let request = ActionRequest(
      actions: amendment.actions, isBatch: amendment.isBatch, sent: [], precondition: nil, key: nil,
      wantsSession: false, origin: request.origin, isFromBackend: request.isFromBackend, gone: basis.gone)
    kind = .actions(request, from: request.isFromBackend ? .backend : .client)
    record = change.record
    self.basis = basis
    session = basis.session
  }

  init(_ change: LineChange, _ basis: AmendmentBasis) throws(ActionError) {
    record = change.record
    self.basis = basis
    kind = try Self.kind(of: change, basis)
    var session = basis.session
    // Those that were waiting then are not known, and none is sent again.
    (session.calls, session.namedCalls) = (0, [])
    self.session = session
  }

  private static func kind(of change: LineChange, _ basis: AmendmentBasis) throws(ActionError) -> Kind {
    let (record, action) = (change.record, change.action)
    if let migration = migration(record) { return migration }
    if let timer = cancelledTimer(record) { return .cancel(timer) }
    if isMessage(change, basis) { return .nothing }
    let sender = change.cause.sender ?? sender(of: change.cause.origin)
    let repeated = try Amendment(revision: record.revision, action)
    let request = ActionRequest(
      actions: repeated.actions, isBatch: repeated.isBatch, sent: [], precondition: nil, key: nil, wantsSession: false,
      origin: change.cause.origin, isFromBackend: sender == .backend, gone: basis.gone)
    return .actions(request, from: sender)
  }

  private static func migration(_ record: PastRecord) -> Kind? {
    guard record.isMigration, let from = record.action["from"]?.integerValue, let to = record.action["to"]?.integerValue
    else { return nil }
    return .migration(from: Int(from), to: Int(to))
  }

  /// The timer that a request has cancelled. An action of the app itself may have the same name.
  private static func cancelledTimer(_ record: PastRecord) -> Timer.ID? {
    guard record.type == "cancelTimer", record.endsTimerOnly, let timer = record.endedTimer,
      record.action["timer"] == .string(timer)
    else { return nil }
    return timer
  }

  /// Whether the change has only sent a message, or recorded that one or a call failed. An action of the app itself may have
  /// the same name.
  private static func isMessage(_ change: LineChange, _ basis: AmendmentBasis) -> Bool {
    let (record, action) = (change.record, change.action)
    if record.isRefused { return record.origin.actor == "message" || action == .object(CallReply.unfilled) }
    guard change.cause.origin.actor == nil, record.type == "message", record.setsTimersOnly else { return false }
    return action.objectValue?.names.sorted() == ["action", "to", "type"] && action == record.action
  }

  private static func sender(of origin: ChangeOrigin) -> App.Origin {
    switch origin.actor {
    case "timer"?, "call"?: return .server
    case let actor? where SessionID(actor) != nil: return .session
    case _?: return .backend
    case nil:
      // Without a token, where none is required, a request may do everything.
      guard let by = origin.by else { return .backend }
      return by.kind == .operator || by.role == .backend ? .backend : .client
    }
  }

  // MARK: Carrying out

  /// Carries the change out on a draft.
  ///
  /// - Parameter steps: Increased by the evaluation steps, also if the change is refused.
  func perform(on draft: inout Draft, _ steps: inout Int) throws(ActionError) {
    let lastChange = begin(&draft)
    let app = try app(of: draft)
    switch kind {
    case .nothing: break
    case .cancel(let id):
      guard let timer = draft.tree.timer(id) else { throw .timerNotSet }
      draft.perform(.unschedule(timer))
    case .migration(let from, let to):
      steps += TurnQueue.stepsOutside
      try migrate(&draft, from, to)
    case .actions(let request, let sender):
      try endTimer(&draft, app, lastChange)
      var reduction = Reduction(of: request, on: draft, from: sender)
      defer { steps += reduction.taken }
      _ = try reduction.run(&draft, by: app, basis.limits, within: .max)
      if sender == .server, record.origin.actor == "call" {
        app.fixIdleTime(&draft, lastChange: lastChange)
      } else if sender != .server, !draft.isEmpty {
        app.restartIdle(&draft)
      }
    }
  }

  /// Begins the change at its time.
  ///
  /// - Returns: The time of the change before.
  private func begin(_ draft: inout Draft) -> Int64 {
    let lastChange = draft.now
    draft.begin(at: max(record.at, lastChange), timers: basis.limits.timers)
    draft.session = session
    draft.session.revision = record.revision - 1
    if let actor = record.origin.actor, SessionID(actor) != nil { draft.session.sender = actor }
    return lastChange
  }

  private func app(of draft: borrowing Draft) throws(ActionError) -> App {
    if let app = basis.apps[draft.tree.appVersion] { return app }
    throw .forbidden("no-such-app", "The app's version \(draft.tree.appVersion) is not loaded.")
  }

  /// Ends the timer that has fired then.
  private func endTimer(_ draft: inout Draft, _ app: App, _ lastChange: Int64) throws(ActionError) {
    guard record.firesTimer else { return }
    guard let timer = Self.timer(of: record, in: draft.tree) else { throw .timerNotSet }
    draft.advance(timer)
    if !timer.isIdle { app.fixIdleTime(&draft, lastChange: lastChange) }
  }

  private static func timer(of record: PastRecord, in tree: Tree) -> Timer? {
    if let id = record.endedTimer { return tree.timer(id) }
    // A firing by hand leaves a recurring timer as it is, and so no step that names it.
    return tree.timers.first { $0.recurrence != nil && .object($0.dueAction.fields) == record.action }
  }

  private func migrate(_ draft: inout Draft, _ from: Int, _ to: Int) throws(ActionError) {
    let versions = basis.apps.versions(from: from, to: to)
    guard let last = versions.last, last.version == to, draft.tree.appVersion == from else {
      throw .forbidden("no-such-app", "The versions \(from) to \(to) of `\(basis.apps.name)` are not loaded.")
    }
    let size = draft.tree.size
    for (former, next) in zip(versions, versions.dropFirst()) { try next.migrate(&draft, from: former) }
    try draft.check(basis.limits, formerSize: size)
    last.restartIdle(&draft)
  }

  /// Ends the timer of a change whose action is refused now.
  static func endTimer(
    of record: PastRecord, refused: ActionError?, _ draft: inout Draft, _ basis: AmendmentBasis
  ) {
    guard record.firesTimer, let timer = timer(of: record, in: draft.tree) else { return }
    draft.begin(at: max(record.at, draft.now), timers: basis.limits.timers)
    draft.advance(timer, refused: refused?.refusal.code)
  }
}

extension ActionError {
  fileprivate static let timerNotSet = ActionError.absent(
    "no-such-timer", "The timer of this change is not set in the amended session.")
}
