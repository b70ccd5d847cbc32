import JSON
import Navigation

extension SessionStore {
  /// Makes a change of the draft and submits it to the journal. The answer waits for completion.
  ///
  /// Reserves mailbox capacity for the messages of the draft.
  ///
  /// - Parameters:
  ///   - plan: The plan of an undo, redo or jump.
  ///   - message: The message that the change delivers.
  ///   - call: The call that the change answers.
  ///   - refused: The reason for a refusal, when the change still ends a timer or a call.
  func commit(
    _ request: ActionRequest, plan: HistoryPlan? = nil, carryingOut message: MessageRow? = nil,
    answering call: CallRow? = nil, refused: ActionError? = nil, _ state: inout State,
    _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    let commit = makeCommit(
      request, plan: plan ?? (refused == nil ? nil : state.stayingPlan), carryingOut: message, answering: call,
      refused: refused ?? state.draft.dropped, &state)
    return write(commit, of: request, &state, environment, answer)
  }

  /// Turns the draft into the next revision, and makes what is to be written, answered and announced of it.
  func makeCommit(
    _ request: ActionRequest, plan: HistoryPlan?, carryingOut message: MessageRow?, answering call: CallRow?,
    refused: ActionError?, _ state: inout State
  ) -> Commit {
    let (now, former) = (state.draft.now, state.version)
    // Rows of messages and calls are made before `advance`, which empties the draft.
    let messages = message == nil && state.draft.messages.isEmpty ? [] : state.draft.messageSteps(carryingOut: message)
    let calls =
      state.calls.isEmpty && state.draft.calls.isEmpty
      ? []
      : state.draft.callSteps(
        for: state.calls, answering: call, plan: plan, of: id, app: apps.main.name, revision: state.revision + 1)
    if request.wantsSession { state.cacheJSON() }
    let (edits, outputs) = state.advance(plan: plan, by: request.origin.actor)
    followFlow(&state, by: request.flowCause)
    if !calls.isEmpty { state.apply(calls) }
    let recorded = refused.map(StoredRefusal.init)
    let receipt = receipt(
      changed: true, edits: edits, outputs: outputs, refused: recorded, request, &state)
    let revision = state.revision
    let record = request.key.map { key in
      key.record(
        of: id, status: 200, revision: revision,
        body: stored(receipt: receipt, changed: true, outputs: outputs, refused: recorded, request, &state),
        at: now)
    }
    let change = Change(
      session: id, revision: revision, at: now, origin: request.origin, sent: request.sent, edits: edits,
      outputs: outputs, refused: recorded, stateOf: plan?.stateOf, record: record,
      messages: messages, calls: calls, batch: request.batch)
    // Made now: when the change is durable, the draft may be at a later revision.
    let event = state.subscriptions.isEmpty ? nil : event(for: change, edits, &state)
    return Commit(change: change, edits: edits, former: former, receipt: receipt, event: event)
  }

  /// Submits a commit. It takes effect for others when it is durable, and is rolled back if it fails.
  private func write(
    _ commit: consuming Commit, of request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    let revision = commit.change.revision
    state.historyBytes += commit.change.historyBytes
    state.use.record(written: commit.change.text.count)
    state.use.measure(state.draft.tree)
    let number = state.wait(for: .change(commit.edits, after: commit.former, record: commit.change.record)) {
      [actions = environment.actions, receipt = commit.receipt] failure in
      actions.countChange(failure)
      answer(failure.map(Outcome.failed) ?? .receipt(receipt, revision: revision))
    }
    state.publishWhenCommitted(commit, environment)
    environment.noteSpan(of: commit.change)
    if state.lag.record(commit.change.text.count, at: revision, of: state.draft.tree.size) {
      state.whenCommitted { [self] in environment.storeSnapshot(of: self) }
    }
    if app(state.appVersion).hasLogic, commit.edits.forgetPast { forgetPast(before: revision, &state, environment) }
    let messages = commit.change.messages
    // Submitted under the lock, so that the journal receives a session's changes in order.
    guard submit(.change(commit.change, of: self), as: number, &state, environment) else {
      state.rollBackLast()
      environment.messageDispatcher.release(messages.entriesByID)
      environment.actions.countBusy()
      return .answered(.journalBusy)
    }
    // After the submission, which may fail. The write cannot complete before, since `settle` waits for the lock.
    if let key = request.key { state.idempotencyRecords.begin(key.text) }
    trimHistoryIfNeeded(&state, environment)
    updateFootprint(state)
    return .pending
  }

  /// Makes revision 2 of a new session, with the outputs and messages of its start; nil when there are none.
  ///
  /// Revision 1 is the first snapshot, not a change, so it cannot have outputs. Revision 2 has the state of
  /// revision 1, so it is not a step of undo. The store must not be used before the change is durable.
  func begin(sending start: borrowing Draft) -> Change? {
    guard !start.outputs.isEmpty || !start.messages.isEmpty else { return nil }
    return state.withLock { state in
      state.draft.begin(at: state.updatedAt)
      for output in start.outputs { state.draft.send(output) }
      for message in start.messages { state.draft.send(message) }
      let messages = state.draft.messageSteps(carryingOut: nil)
      let plan = state.stayingPlan
      let (edits, outputs) = state.advance(plan: plan)
      let change = Change(
        session: id, revision: state.revision, at: state.updatedAt, origin: state.metadata.creation ?? ChangeOrigin(),
        sent: Self.start, edits: edits,
        outputs: outputs, refused: nil, stateOf: plan.stateOf, record: nil, messages: messages, calls: [], batch: nil)
      state.historyBytes += change.historyBytes
      return change
    }
  }

  /// The action of the change in the history.
  private static let start = JSONValue.object(["type": "start"]).bytes

  /// Answers a request that changes nothing: stores the response with its key, if any, and waits for the pending
  /// changes that it depends on.
  func record(
    _ outcome: Outcome, _ request: ActionRequest, _ state: inout State, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult {
    guard let key = request.key else { return state.afterPending(outcome, answer) }
    let rendered =
      switch outcome {
      case .refused(let refused): key.render(refused)
      case .receipt(let receipt, _):
        StoredResponse(status: 200, body: stored(receipt: receipt, changed: false, outputs: [], request, &state))
      default: preconditionFailure("only refusals and receipts are kept")
      }
    let record = key.record(
      of: id, status: rendered.status, revision: state.revision, body: rendered.body, at: state.draft.now)
    let number = state.wait(for: .record(record)) { failure in answer(failure.map(Outcome.failed) ?? outcome) }
    guard submit(.record(record), as: number, &state, environment) else {
      state.rollBackLast()
      return .answered(.journalBusy)
    }
    state.idempotencyRecords.begin(key.text)
    return .pending
  }

  /// Handles the completion of a write. Runs on a journal thread.
  ///
  /// A session's writes complete in their order, except that those under a reservation have a thread of their own. A
  /// completion that is ahead of an earlier write's is kept until that write completes.
  func settle(_ number: Int, _ failure: JournalFailure?) {
    let (waiting, next) = state.withLock { state -> ([PendingWrite.Waiting], PendingWrite?) in
      // Already rolled back together with an earlier change.
      guard let index = state.pending.indices.first(where: { state.pending[$0].number == number }) else {
        return ([], nil)
      }
      guard index == 0 else {
        state.pending[index].completion = .some(failure)
        return ([], nil)
      }
      let waiting = failure.map { state.rollBackFirst(after: $0) } ?? state.commitFirst()
      updateFootprint(state)
      return (waiting, state.pending.first)
    }
    // Outside of the lock, which an answer may take again (`readAgain`).
    for waiting in waiting { waiting.settled(failure) }
    if let next, let completion = next.completion { settle(next.number, completion) }
  }
}

extension SessionStore.State {
  fileprivate var stayingPlan: HistoryPlan {
    HistoryPlan(stayingAt: revision, undoState, draft.tree, undone: undone)
  }

  /// Turns the draft into the next revision.
  ///
  /// - Parameters:
  ///   - plan: The plan of an undo, redo or jump.
  ///   - actor: The actor of the change.
  mutating func advance(
    plan: HistoryPlan? = nil, by actor: String? = nil
  ) -> (edits: [Edit], outputs: [NumberedOutput]) {
    let firstOutput = outputs + 1
    let (edits, sent) = draft.finish()
    revision += 1
    undoState.append(revision, stateOf: plan?.stateOf)
    if edits.forgetPast { undoState.oldest = revision }
    // A new state leaves nothing to redo.
    undone = plan.map(\.undone) ?? []
    updatedAt = draft.now
    if !edits.isFiringOfRecurrence(by: actor) { activeAt = updatedAt }
    outputs += sent.count
    encoded = nil
    return (edits, sent.enumerated().map { NumberedOutput(seq: firstOutput + $0, output: $1) })
  }

  /// Caches the JSON of the screens of a session that has changed since the last snapshot: it is likely to change again.
  mutating func cacheJSON() {
    guard isSnapshotBehind else { return }
    draft.cacheJSON()
    isJSONCached = true
  }

  /// Runs `body` once the last pending write is durable.
  mutating func whenCommitted(_ body: @escaping @Sendable () -> Void) {
    pending[pending.count - 1].waiting.append(PendingWrite.Waiting { if $0 == nil { body() } })
  }

  /// Tells the schedulers and the listeners of the last pending change once it is durable.
  fileprivate mutating func publishWhenCommitted(_ commit: borrowing Commit, _ environment: SessionEnvironment) {
    let (id, timers, calls) = (commit.change.session, commit.change.timers, commit.change.calls)
    if !timers.isEmpty { whenCommitted { environment.timerScheduler.schedule(timers, of: id) } }
    if !calls.isEmpty { whenCommitted { environment.callScheduler.schedule(calls) } }
    if let event = commit.event { announceWhenCommitted(event, by: environment.broadcaster) }
    if !commit.change.messages.isEmpty { dispatch(commit.change.messages, environment) }
  }

  /// Starts the delivery of the last pending change's messages once it is durable.
  fileprivate mutating func dispatch(_ steps: [MessageStep], _ environment: SessionEnvironment) {
    let entries = steps.entriesByID
    guard steps.sendMessages else { return }
    pending[pending.count - 1].waiting.append(
      PendingWrite.Waiting { failure in
        if failure == nil {
          environment.messageDispatcher.wake()
        } else {
          environment.messageDispatcher.release(entries)
        }
      })
  }

  /// Applies the first pending write, which is durable, and sends its event.
  ///
  /// - Returns: The answers that depend on it.
  fileprivate mutating func commitFirst() -> [PendingWrite.Waiting] {
    let first = removeFirstPending()
    switch first.kind {
    case .change(_, _, let record):
      if let record { remember(record) }
    case .record(let record): remember(record)
    case .tokens(let creation, let others): (tokenHash, tokens) = (creation, others)
    case .labels(let labels, let key):
      metadata.labels = labels
      metadata.key = key ?? metadata.key
      encoded = nil
    case .lease(let lease): self.lease = lease
    case .deletion, .upkeep: break
    }
    if commits != nil { advancePosition(past: first) }
    first.announce?(&self)
    return first.waiting
  }

  private mutating func remember(_ record: IdempotencyRecord) {
    idempotencyRecords.end(record.key)
    idempotencyRecords.add(record)
  }

  fileprivate mutating func rollBackFirst(after failure: JournalFailure) -> [PendingWrite.Waiting] {
    if commits != nil { return rollBackAll(after: failure) }
    switch pending[0].kind {
    case .change(_, let former, _):
      return rollBackAll(to: former)
    case .record(let record):
      // No other write depends on it.
      idempotencyRecords.end(record.key)
    // These take effect in `commitFirst` only, so that there is nothing to revert.
    case .tokens, .labels, .lease, .upkeep: break
    case .deletion:
      isDeleted = false
    }
    return removeFirstPending().waiting
  }

  /// Removes the first pending write. Frees the array's storage when it becomes empty, because most sessions are idle.
  private mutating func removeFirstPending() -> PendingWrite {
    // Removed from the end, one is not copied.
    guard pending.count == 1 else { return pending.removeFirst() }
    let first = pending.removeLast()
    pending = []
    return first
  }

  /// Fails the later writes that depend on a failed change; the journal writes none of them. Independent writes
  /// continue.
  private mutating func rollBackAll(to former: SessionStore.Version) -> [PendingWrite.Waiting] {
    for change in pending.reversed() { draft.revert(change.edits) }
    version = former
    encoded = nil
    let failed = pending.filter { !$0.standsAlone }
    pending.removeAll { !$0.standsAlone }
    // Keys of requests that are no changes, such as those for tokens, go on running.
    for record in failed.compactMap(\.record) { idempotencyRecords.end(record.key) }
    return failed.flatMap(\.waiting)
  }

  /// Applies changes of call rows.
  mutating func apply(_ steps: [CallRowChange]) {
    for step in steps {
      switch step {
      case .ask(let call): calls.append(call.waiting)
      case .end(let key): calls.removeAll { $0.key == key }
      }
    }
  }
}
