import JSON
import Navigation

/// A session in memory, on a clock of its own: the reducers, timers and idle rule of an app without a journal.
///
/// It is driven by its owner, and stores, sends and wakes nothing by itself. Messages are returned; only those to the
/// session itself are delivered. Calls to other servers wait for the answers of the owner.
///
/// ```swift
/// var session = try TransientSession(of: app, at: 0)
/// try session.send([Action("push", ["route": "menu"])])
/// session.wait(60_000)
/// session.tree.current.route
/// ```
package struct TransientSession: Sendable {
  /// The version of the app that the session is on.
  package private(set) var app: App
  /// The versions of the app that the session has been on, the oldest first.
  private var versions: [App]
  /// The revision, 1 at first.
  package private(set) var revision = 1
  /// The time in milliseconds since 1970.
  package private(set) var now: Int64
  var draft: Draft
  private(set) var updatedAt: Int64
  /// The next attempts of recurring timers whose last ones were refused alike, in milliseconds since 1970.
  private var attempts: [Timer.ID: Int64] = [:]
  /// The calls without an answer, the oldest first.
  private(set) var calls: [CallRow] = []
  /// The outputs, messages and calls of the start.
  package private(set) var started: Change
  var past = TransientPast()
  /// The messages to the session itself, the oldest first.
  var mailbox: [Letter] = []
  private(set) var context: SessionContext
  let limits = SessionLimits()

  /// The effect of an action or of a timer.
  package struct Change: Sendable {
    /// Whether the revision grew.
    package var isChanged = true
    package var outputs: [SentOutput] = []
    package var messages: [SentMessage] = []
    /// The requests of calls to other servers.
    package var calls: [CallRequest] = []
    /// The reason for which the action of a timer or of a message, or a part of the change, was refused.
    package var refused: ActionError?
    /// The report of an amendment; nil: the change is none.
    package var report: AmendmentReport?
  }

  /// The parts of a session's creation that its app sees.
  package struct Start: Sendable {
    package var data: JSONObject?
    package var navigation: JSONValue?
    package var url: String?
    package var key: String?
    package var labels: Labels = [:]

    package init() {}
  }

  /// Creates a session.
  ///
  /// - Parameter now: The time in milliseconds since 1970.
  /// - Throws: `ActionError` when the session cannot start so.
  package init(of app: App, _ start: Start = Start(), at now: Int64) throws(ActionError) {
    var initialData: [UInt8]?
    if app.canRestart, let data = start.data { initialData = try app.data(merging: data).bytes }
    // A scenario may choose the variants, since the server chooses by a key that nobody knows.
    var labels = app.variantLabels(of: start.key ?? Self.id.text)
    for (name, value) in start.labels { labels[name] = value }
    context = SessionContext(id: Self.id.text, key: start.key, labels: labels, initialData: initialData)
    let beginning = SessionStart(
      of: app, data: start.data ?? [:], session: context, at: now, timers: limits.timers)
    var former = try beginning.at(url: start.url, navigation: start.navigation)
    app.restartIdle(&former)
    self.app = app
    versions = [app]
    self.now = now
    updatedAt = now
    draft = Draft(former.tree)
    let calls = former.remainingCalls.map { CallRow($0, of: Self.id, app: app.name, revision: 1, at: now, chain: 0) }
    self.calls = calls
    started = Change(
      isChanged: false, outputs: former.outputs, messages: former.messages, calls: calls.map(\.request))
    _ = try former.checkedOutputBytes(limits)
    if !former.outputs.isEmpty || !former.messages.isEmpty { sendStart(former) }
  }

  /// Makes the outputs and messages of the start revision 2, as a stored session does.
  private mutating func sendStart(_ start: borrowing Draft) {
    revision += 1
    let cause = PastRecord.Cause(origin: ChangeOrigin(), action: ["type": "start"])
    past.append([], by: cause, at: now, as: revision, stateOf: 1)
    for message in start.messages { post(message, chain: 0) }
  }

  /// The id of each transient session, so that equal sessions have equal states.
  private static let id = SessionID(high: 0, low: 0)

  /// The state of the session.
  package var tree: Tree { draft.tree }

  /// The pending timers with their effective times, in the order in which they fire.
  package var pendingTimers: [Timer] {
    app.pendingTimers(draft.tree, lastChange: updatedAt, TimerClock(now: now, startedAt: .min))
      .map { $0.firing(at: max($0.fireAt, attempts[$0.id] ?? $0.fireAt), refused: $0.lastRefusal) }
      .sorted { $0.precedes($1) }
  }

  /// Whether the session has expired, after which it cannot be used.
  package var isExpired: Bool { expiry.map { now >= $0 } ?? false }

  private var expiry: Int64? { app.logic?.expires.map { updatedAt + $0 } }

  /// Carries out actions as one change.
  ///
  /// - Throws: `ActionError`; then nothing has changed.
  @discardableResult
  package mutating func send(
    _ actions: [Action], isBatch: Bool = false, isFromBackend: Bool = false
  ) throws(ActionError) -> Change {
    guard !isExpired else { throw .expired }
    begin()
    var request = ActionRequest(actions: actions, isBatch: isBatch, isFromBackend: isFromBackend)
    let sources = request.reopenedSources.union(app.sourcesOfIntents(in: draft.tree))
    if !sources.isEmpty {
      let versions = AppVersions(app, others: knownVersions)
      request = request.with(gone: past.gone(sources, in: draft.tree, at: revision, of: versions))
    }
    do throws(ActionError) {
      try request.reduce(&draft, by: app, limits)
    } catch {
      draft.rollBack()
      throw error
    }
    guard !draft.isEmpty else { return Change(isChanged: false) }
    app.restartIdle(&draft)
    let sender = isFromBackend ? App.Origin.backend : .client
    return commit(by: PastRecord.Cause(origin: ChangeOrigin(), action: request.logged, sender: sender))
  }

  /// Lets time pass, and does what becomes due, each at its time: timers fire, and messages to the session itself that
  /// were slowed down are delivered.
  @discardableResult
  package mutating func wait(_ milliseconds: Int64) -> [Change] {
    let end = now + milliseconds
    var changes: [Change] = []
    // A timer can start another one that is due at once.
    while changes.count < Self.maximumFirings, let due = nextDue, due <= end, due < expiry ?? .max {
      now = max(now, due)
      if let timer = pendingTimers.first, timer.fireAt <= now { fire(timer).map { changes.append($0) } }
      changes += deliver()
    }
    now = end
    return changes
  }

  /// The time of the next timer or message; nil: there is none.
  private var nextDue: Int64? {
    [pendingTimers.first?.fireAt, mailbox.first?.due].compactMap { $0 }.min()
  }

  /// The greatest number of timers and messages in one wait.
  private static let maximumFirings = 10_000

  /// - Returns: nil: the timer is refused as it was the time before.
  private mutating func fire(_ due: Timer) -> Change? {
    // The pending one, whose stored time may differ from the effective one.
    let timer = draft.tree.timer(due.id) ?? due
    begin()
    let request = ActionRequest(actions: [timer.dueAction], origin: ChangeOrigin(actor: "timer"))
    var refused: ActionError?
    draft.advance(timer)
    do throws(ActionError) {
      try request.reduce(&draft, by: app, limits, from: .server)
    } catch {
      draft.rollBack()
      if timer.lastRefusal == error.refusal.code, let next = timer.next(after: now) {
        attempts[timer.id] = next
        return nil
      }
      refused = error
      draft.advance(timer, refused: error.refusal.code)
    }
    attempts[timer.id] = nil
    if !timer.isIdle { app.fixIdleTime(&draft, lastChange: updatedAt) }
    return commit(by: PastRecord.Cause(origin: request.origin, action: request.logged), refused: refused)
  }

  /// Migrates the session to a later version of its app as one change.
  ///
  /// - Throws: `ActionError`; then nothing has changed.
  @discardableResult
  package mutating func migrate(to new: App) throws(ActionError) -> Change {
    guard !isExpired else { throw .expired }
    guard new.name == app.name, new.version > app.version else {
      throw .invalid("bad-member", "The session is on `\(app.name)` version \(app.version); a later version is needed.")
    }
    begin()
    let size = draft.tree.size
    let versions = versions.filter { $0.version < new.version } + [new]
    let labels: Labels
    do throws(ActionError) {
      labels = try new.labels(completing: context.labels, of: context.key ?? context.id)
      draft.session.labels = labels
      try new.migrate(&draft, from: app)
      for call in calls {
        let reply = try CallReply(of: call.waiting)
        try reply.checkFits(along: versions.filter { $0.version >= reply.version ?? 0 })
      }
      try draft.check(limits, formerSize: size)
    } catch {
      draft.rollBack()
      throw error
    }
    new.restartIdle(&draft)
    let action: JSONValue = [
      "type": "migrate", "from": .integer(Int64(app.version)), "to": .integer(Int64(new.version)),
    ]
    (app, self.versions, context.labels) = (new, versions, labels)
    return commit(by: PastRecord.Cause(origin: ChangeOrigin(actor: SessionMigration.actor), action: action))
  }

  /// The versions of the app that the session has been on, the oldest first.
  var knownVersions: [App] { versions }

  /// The versions of the app from that of a call's step up to the present one.
  func versions(of reply: CallReply) -> [App] {
    versions.filter { ($0.version >= reply.version ?? 0) && $0.version <= app.version }
  }

  /// Returns to the version of the app that the state is of, after a move through the history.
  mutating func restoreVersion() {
    if let former = versions.first(where: { $0.version == draft.tree.appVersion }) { app = former }
  }

  mutating func begin() {
    draft.begin(at: now, timers: limits.timers)
    draft.session = SessionContext(
      id: context.id, key: context.key, labels: context.labels, revision: revision, initialData: context.initialData,
      calls: calls.count, namedCalls: calls.compactMap(\.waiting.name))
  }

  /// - Parameter letter: The message that the change delivers.
  mutating func commit(
    plan: HistoryPlan? = nil, by cause: PastRecord.Cause, answering call: CallRow? = nil,
    delivering letter: Letter? = nil, refused: ActionError? = nil
  ) -> Change {
    let plan =
      plan ?? refused.map { _ in HistoryPlan(stayingAt: revision, past.undoState, draft.tree, undone: past.undone) }
    revision += 1
    let asked = updateCalls(answering: call, plan: plan)
    let change = Change(
      outputs: draft.outputs, messages: draft.messages, calls: asked, refused: refused ?? draft.dropped)
    let (edits, _) = draft.finish()
    past.append(
      edits, by: cause, at: now, as: revision, stateOf: plan?.stateOf, undone: plan?.undone, isRefused: refused != nil)
    for message in change.messages { post(message, chain: letter.map { $0.chain + change.messages.count } ?? 0) }
    updatedAt = now
    return change
  }

  /// Whether a message goes to the session itself.
  func isOwn(_ message: SentMessage) -> Bool {
    message.recipient == context.id
      || message.namesKey && context.key?.isIdentical(to: message.recipient) == true
  }

  /// Ends and adds calls as the draft does, and returns the requests of the new ones.
  private mutating func updateCalls(answering call: CallRow?, plan: HistoryPlan?) -> [CallRequest] {
    var asked: [CallRequest] = []
    let steps = draft.callSteps(
      for: calls.map(\.waiting), answering: call, plan: plan, of: Self.id, app: app.name, revision: revision)
    for step in steps {
      switch step {
      case .ask(let call):
        calls.append(call)
        asked.append(call.request)
      case .end(let key): calls.removeAll { $0.key == key }
      }
    }
    return asked
  }
}

extension ActionRequest {
  /// The action or batch as JSON.
  var logged: JSONValue {
    let actions = actions.map { JSONValue.object($0.fields) }
    return isBatch ? ["actions": .array(actions)] : actions.first ?? .null
  }
}

extension TransientSession {
  /// The `navigation` of the session as JSON.
  package var navigation: [UInt8] {
    var json = JSONWriter(capacity: 1_024)
    draft.tree.root.write(to: &json)
    return json.bytes
  }

  /// The `current` of the session as JSON.
  package var current: [UInt8] {
    var json = JSONWriter(capacity: 256)
    draft.tree.writeCurrent(to: &json, url: app.url(ofCurrentIn: draft.tree))
    return json.bytes
  }
}
