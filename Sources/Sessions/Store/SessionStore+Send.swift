import Dispatch
import JSON
import Metrics
import Navigation

/// The dependencies of a store and the limits of a session.
package final class SessionEnvironment: Sendable {
  package let journal: any Journal
  /// Milliseconds since 1970.
  package let now: @Sendable () -> Int64
  package let limits: SessionLimits
  /// Idle until the registry starts it.
  let timerScheduler: TimerScheduler
  /// Idle until the registry starts it.
  let messageDispatcher: MessageDispatcher
  let broadcaster: EventBroadcaster
  let quarantine: Quarantine
  let actions = ActionMetrics()
  /// The number of trimmed histories that exceeded their byte limit.
  let trims = Counter()
  /// Runs a closure asynchronously on a background thread.
  let later: Later
  let newID: @Sendable () -> SessionID

  package typealias Later = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - batching: Runs a closure that sends one revision to all subscribers of a session.
  ///   - later: Runs a closure asynchronously, on a thread that may block.
  ///   - newID: Creates the id of a new session.
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
  /// The state of a request after the part of it that runs under the lock.
  enum Progress {
    case answer(Outcome)
    /// The answer follows when the journal has completed the write.
    case wait
    /// The key is known; the journal has the stored response.
    case replay(key: String)
    case lookUpAgain
    /// The journal has to be read for the history plan first.
    indirect case plan(HistoryQuery)
    /// The history is read after the pending writes complete.
    case planLater
  }

  /// Carries out a request. The outcome is delivered once it is durable.
  ///
  /// - Returns: The next step for the caller.
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
          return .answer(.failed(.damaged("The history of the session \(id.text) does not fit its state: \(error).")))
        }
        // Undo and redo commit even between equal states; a jump that changes nothing is not committed.
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

  /// Commits the draft, or answers that nothing changed.
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

  /// Returns the history query for an undo, redo or jump, after all pending writes have completed.
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

  /// Runs `next` after all currently pending writes have completed.
  func whenSettled(_ next: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      guard let last = state.pending.indices.last else { return true }
      state.pending[last].waiting.append(Waiting { _ in next() })
      return false
    }
    if isSettled { next() }
  }

  /// Runs the reducers for all actions of the request on the draft.
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
        "The session's state would take about \(state.draft.tree.size) bytes; the limit is \(limits.stateSize). "
          + "Remove screens or data first.")
    }
  }

  /// Returns the error that a refused request has in any state, if any. It takes precedence over the refusal.
  private func invalidity(of request: ActionRequest, _ tree: Tree, ifNotBy error: Refused) -> Refused? {
    guard error.refusal.kind != .invalid else { return nil }
    for (index, action) in request.actions.enumerated() {
      guard let fault = app.invalidity(of: action, in: tree) else { continue }
      return request.isBatch ? fault.moved(inBatchAt: index) : fault
    }
    return nil
  }

  /// Makes a change of the draft and submits it to the journal. The answer waits for completion.
  ///
  /// Reserves mailbox capacity for the messages of the draft.
  ///
  /// - Parameters:
  ///   - historyPlan: The plan of an undo, redo or jump.
  ///   - message: The message that the change delivers.
  ///   - refused: The reason for a refusal, when the change still ends a timer.
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
      key.kept(
        of: id, status: 200, revision: revision,
        body: stored(receipt: receipt, changed: true, outputs: sentOutputs, &state), at: now)
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
    // Submitted under the lock, so that the journal receives a session's changes in order.
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
  /// Begins a change at `now`. Time never decreases within a session.
  mutating func begin(at now: Int64, _ limits: SessionLimits) {
    draft.begin(at: max(now, updatedAt), timers: limits.timers)
  }

  /// Turns the draft into the next revision.
  ///
  /// - Parameter historyPlan: The plan of an undo, redo or jump.
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

  /// Runs `body` once the last pending write is durable.
  mutating func whenCommitted(_ body: @escaping @Sendable () -> Void) {
    pending[pending.count - 1].waiting.append(SessionStore.Waiting { if $0 == nil { body() } })
  }

  /// Answers at once, or after the pending writes that the outcome depends on have completed.
  mutating func afterPending(
    _ outcome: Outcome, _ answer: @escaping @Sendable (Outcome) -> Void
  ) -> SessionStore.Progress {
    guard !pending.isEmpty else { return .answer(outcome) }
    pending[pending.count - 1].waiting.append(
      SessionStore.Waiting { failure in answer(failure.map(Outcome.failed) ?? outcome) })
    return .wait
  }

  /// Whether the edits of the draft restore its initial state. Possible with several edits only: in a batch, or when
  /// reducers send each other actions.
  ///
  /// - Parameter size: The size of the tree before the edits. If it differs, the trees are not compared.
  func cancelsOut(from size: Int) -> Bool {
    guard draft.edits.count > 1, draft.outputs.isEmpty, draft.messages.isEmpty,
      draft.tree.size == size
    else { return false }
    var former = draft
    former.rollBack()
    return former.tree.root == draft.tree.root && former.tree.data == draft.tree.data
      && former.tree.timers == draft.tree.timers
  }

  /// Returns the answer for a key that was used before, or nil for a new key.
  ///
  /// - Parameter expired: Responses stored at or before this time are evicted.
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
