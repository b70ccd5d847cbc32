import Dispatch
import JSON
import Metrics
import Navigation

/// What a store needs from outside to carry out a request.
package final class SessionEnvironment: Sendable {
  package let journal: any Journal
  /// Milliseconds since 1970.
  package let now: @Sendable () -> Int64
  package let limits: SessionLimits
  /// Stands still until the registry starts it.
  let timerScheduler: TimerScheduler
  /// The same.
  let messageDispatcher: MessageDispatcher
  let broadcaster: EventBroadcaster
  let quarantine: Quarantine
  let actions = ActionMetrics()
  /// Histories that were trimmed since they took more bytes than they may.
  let trims = Counter()
  /// Does something some time, on a thread of nobody's.
  let later: Later
  let newID: @Sendable () -> SessionID

  package typealias Later = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - gathering: Runs what it is given, which tells all who listen to a session of a revision.
  ///   - later: Does what it is given after it has returned, on a thread that may be kept waiting.
  ///   - newID: Makes the id of a session.
  package init(
    journal: any Journal, now: @escaping @Sendable () -> Int64, limits: SessionLimits,
    quarantine: Quarantine = Quarantine(),
    batching: @escaping @Sendable (() -> Void) -> Void = { $0() },
    later: @escaping Later = { DispatchQueue.global(qos: .utility).async(execute: $0) },
    newID: @escaping @Sendable () -> SessionID = SessionID.random
  ) {
    self.later = later
    self.newID = newID
    broadcaster = EventBroadcaster(batching: batching)
    timerScheduler = TimerScheduler(journal: journal, now: now)
    messageDispatcher = MessageDispatcher(journal: journal, now: now, mailbox: limits.mailbox)
    self.journal = journal
    self.now = now
    self.limits = limits
    self.quarantine = quarantine
  }
}

extension SessionStore {
  /// What can be done at once with a request, without the lock.
  enum Progress {
    case answer(Outcome)
    /// The answer comes when the journal has settled.
    case wait
    /// The key was used: its first answer stands in the journal.
    case replay(key: String)
    case lookUpAgain
    /// The journal has to be asked for the way first.
    indirect case plan(HistoryQuery)
    /// The way is asked for when what is pending has settled.
    case planLater
  }

  /// Carries out a request; the outcome is given once it is certain.
  ///
  /// - Returns: What the caller has to do yet.
  func send(
    _ request: ActionRequest, along historyPlan: HistoryPlan? = nil, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let now = environment.now()
      if let key = request.key, let step = state.known(key, now - environment.limits.keptAnswers) { return step }
      if let lease = state.lease(against: request.lease, at: now) { return .answer(.locked(lease, at: now)) }
      if let precondition = request.precondition, !precondition.holds(at: state.revision) {
        return state.afterPending(.preconditionFailed(revision: state.revision), answer)
      }
      guard state.pending.count < environment.limits.waitingActions else {
        environment.actions.countBusy()
        return .answer(.sessionBusy(waiting: state.pending.count))
      }
      state.begin(at: now, environment.limits)
      if request.isDryRun { return state.afterPending(dryRun(of: request, state, environment), answer) }
      if let historyMove = request.historyMove {
        guard let historyPlan, historyPlan.origin == state.revision else {
          return depart(historyMove, request, &state, environment, answer)
        }
        let size = state.draft.tree.size
        do throws(EditMismatch) {
          try state.draft.go(historyPlan.way)
        } catch {
          state.draft.rollBack()
          return .answer(.failed(.damaged("The session \(id.text) cannot go there: \(error).")))
        }
        // Going back and forth moves on even where two states are equal; a jump is a change, and has to make one.
        if historyPlan.stateOf != nil {
          restartIdle(&state)
          return commit(request, along: historyPlan, &state, environment, answer)
        }
        if state.cancelsOut(from: size) { state.draft.rollBack() }
        return finish(request, along: historyPlan, &state, environment, answer)
      }
      if let message = request.message { state.draft.send(message) }
      do throws(Refused) {
        try reduce(request, &state, environment.limits)
      } catch {
        state.draft.rollBack()
        environment.actions.count(error)
        tell(of: error, request, &state, environment)
        return keepOrRest(.refused(error), request, &state, environment, answer)
      }
      return finish(request, &state, environment, answer)
    }
  }

  /// Commits what the draft holds, or says that it is nothing.
  private func finish(
    _ request: ActionRequest, along historyPlan: HistoryPlan? = nil, _ state: inout State,
    _ environment: SessionEnvironment, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    guard !state.draft.isEmpty else {
      environment.actions.countNoChange()
      let receipt = receipt(changed: false, edits: [], outputs: [], request.wantsSession, &state)
      return keepOrRest(.receipt(receipt, revision: state.revision), request, &state, environment, answer)
    }
    guard state.reserve(environment) else {
      state.draft.rollBack()
      environment.actions.countBusy()
      return .answer(.mailboxFull(limit: environment.limits.mailbox))
    }
    restartIdle(&state)
    return commit(request, along: historyPlan, &state, environment, answer)
  }

  /// Says what has to be read before the session can go back or forth, once what is pending can be read.
  private func depart(
    _ historyMove: HistoryMove, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    guard state.pending.isEmpty else { return .planLater }
    do throws(HistoryError) {
      return .plan(try HistoryQuery(historyMove, from: state))
    } catch {
      guard case .refused(let refused) = error.outcome else { return .answer(error.outcome) }
      environment.actions.count(refused)
      tell(of: refused, request, &state, environment)
      return keepOrRest(error.outcome, request, &state, environment, answer)
    }
  }

  /// Goes on once all that is pending now has settled.
  func whenSettled(_ next: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      guard let last = state.pending.indices.last else { return true }
      state.pending[last].waiting.append(Waiting { _ in next() })
      return false
    }
    if isSettled { next() }
  }

  /// Runs the reducers for all actions of the request; the draft holds what came of it.
  func reduce(
    _ request: ActionRequest, _ state: inout State, _ limits: SessionLimits, from origin: App.Origin = .client
  ) throws(Refused) {
    let size = state.draft.tree.size
    for (index, action) in request.actions.enumerated() {
      do throws(Refused) {
        try app.reduce(action, &state.draft, from: origin)
      } catch {
        if origin == .client, let fault = invalidity(of: request, state.draft.tree, ifNotBy: error) { throw fault }
        throw request.isBatch ? error.moved(inBatchAt: index) : error
      }
    }
    if state.cancelsOut(from: size) { state.draft.rollBack() }
    if !state.draft.messages.isEmpty { try state.checkMessages() }
    try state.checkDepth(limits.treeDepth)
    guard state.draft.tree.size <= max(limits.stateSize, size) else {
      throw .forbidden(
        "state-too-large",
        "The session would take about \(state.draft.tree.size) bytes; a session may take \(limits.stateSize).")
    }
  }

  /// What is wrong with a request that the state has refused, whatever the state is: it is told first.
  private func invalidity(of request: ActionRequest, _ tree: Tree, ifNotBy error: Refused) -> Refused? {
    guard error.refusal.kind != .invalid else { return nil }
    for (index, action) in request.actions.enumerated() {
      guard let fault = app.invalidity(of: action, in: tree) else { continue }
      return request.isBatch ? fault.moved(inBatchAt: index) : fault
    }
    return nil
  }

  /// Forms the change, hands it to the journal, and lets the answer wait for it.
  ///
  /// A place is kept for the messages that the draft sends.
  ///
  /// - Parameters:
  ///   - itinerary: The way, when the session goes back or forth.
  ///   - message: The one that the change carries out.
  ///   - refused: The reason that the request was not carried out, when the change ends a timer all the same.
  func commit(
    _ request: ActionRequest, along historyPlan: HistoryPlan? = nil, carryingOut message: MessageRow? = nil,
    refused: Refused? = nil, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    let now = state.draft.now
    let messages = state.messageSteps(carryingOut: message)
    let former = state.version
    let (edits, sentOutputs) = state.advance(along: historyPlan)
    let receipt = receipt(changed: true, edits: edits, outputs: sentOutputs, request.wantsSession, &state)
    let revision = state.revision
    let keeping = request.key.map { key in
      let head = self.receipt(changed: true, edits: [], outputs: sentOutputs, false, &state)
      return key.kept(
        of: id, status: 200, revision: revision, body: stored(receipt, head: head, &state), at: now)
    }
    let change = Change(
      session: id, revision: revision, at: now, actor: request.actor, sent: request.sent, edits: edits,
      outputs: sentOutputs, refused: refused.map(RecordedRefusal.init), stateOf: historyPlan?.stateOf, keeping: keeping,
      messages: messages, travelled: historyPlan == nil ? nil : state.draft.tree, recent: &state.recentSteps)
    state.historyBytes += change.historyBytes
    state.use.note(written: change.text.count)
    state.use.measure(state.draft.tree)
    let number = state.wait(for: .change(edits, after: former, keeping: keeping)) {
      [actions = environment.actions] failure in
      actions.countChange(failure)
      answer(failure.map(Outcome.failed) ?? .receipt(receipt, revision: revision))
    }
    if !change.timers.isEmpty { state.whenCommitted { [id] in environment.timerScheduler.note(change.timers, of: id) } }
    if let event = event(for: change, &state) {
      state.whenCommitted { [self] in announce(event, by: environment.broadcaster) }
    }
    if !messages.isEmpty { state.send(messages, environment) }
    // Queued under the lock, so that the journal has the changes of a session in their order.
    guard environment.journal.submit(.change(change, of: self), settled: { [self] in settle(number, $0) }) else {
      state.rollBackLast()
      environment.messageDispatcher.release(messages.recipients)
      environment.actions.countBusy()
      return .answer(.journalBusy)
    }
    if let key = request.key { state.runningKeys.insert(key.text) }
    trimHistoryIfNeeded(&state, environment)
    noteFootprint(state)
    return .wait
  }
}

extension SessionStore.State {
  /// The next change is made now. In a session time does not go back.
  mutating func begin(at now: Int64, _ limits: SessionLimits) {
    draft.begin(at: max(now, updatedAt), timers: limits.timers)
  }

  /// Makes what the draft holds the next revision.
  ///
  /// - Parameter itinerary: The way, when the session goes back or forth.
  mutating func advance(along historyPlan: HistoryPlan? = nil) -> (edits: [Edit], outputs: [NumberedOutput]) {
    let firstOutput = outputs + 1
    let (edits, sent) = draft.finish()
    revision += 1
    undoState.append(revision, stateOf: historyPlan?.stateOf)
    undone = historyPlan.map(\.undone) ?? []
    updatedAt = draft.now
    outputs += sent.count
    encoded = nil
    return (edits, sent.enumerated().map { NumberedOutput(seq: firstOutput + $0, output: $1) })
  }

  /// Has something done once what was pending last is durable.
  mutating func whenCommitted(_ body: @escaping @Sendable () -> Void) {
    pending[pending.count - 1].waiting.append(SessionStore.Waiting { if $0 == nil { body() } })
  }

  /// Gives an outcome at once, or, when it rests on pending changes, once those are settled.
  mutating func afterPending(
    _ outcome: Outcome, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> SessionStore.Progress {
    guard !pending.isEmpty else { return .answer(outcome) }
    pending[pending.count - 1].waiting.append(
      SessionStore.Waiting { failure in answer(failure.map(Outcome.failed) ?? outcome) })
    return .wait
  }

  /// Whether the steps of the draft lead back to where they began. One step never does; several may, in a batch or when
  /// reducers send each other actions.
  ///
  /// - Parameter size: The tree's, before: where it differs the trees need not be compared.
  func cancelsOut(from size: Int) -> Bool {
    guard draft.edits.count > 1, draft.outputs.isEmpty, draft.messages.isEmpty,
      draft.tree.size == size
    else { return false }
    var former = draft
    former.rollBack()
    return former.tree.root == draft.tree.root && former.tree.data == draft.tree.data
      && former.tree.timers == draft.tree.timers
  }

  /// What is to be done with a key that was seen before; nil when it was not.
  ///
  /// - Parameter expired: What was answered at that time or before is forgotten.
  mutating func known(_ key: IdempotencyKey, _ expired: Int64) -> SessionStore.Progress? {
    if runningKeys.contains(key.text) { return .answer(.keyInProgress) }
    answers.forget(until: expired)
    guard let kept = answers[key.text] else { return nil }
    return kept.fingerprint == key.fingerprint ? .replay(key: key.text) : .answer(.keyReused)
  }
}

extension IdempotencyKey {
  func kept(of session: SessionID?, status: Int, revision: Int, body: [UInt8], at: Int64) -> IdempotencyRecord {
    IdempotencyRecord(
      session: session, key: text, fingerprint: fingerprint, status: status, revision: revision, body: body, at: at)
  }
}

extension Refused {
  fileprivate func moved(inBatchAt index: Int) -> Refused {
    moved(under: JSONPointer().appending(name: "actions").appending(index: index))
  }
}
