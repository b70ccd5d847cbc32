import Support
import Navigation

// Work of the server itself, not of a request.
extension SessionRegistry {
  /// Loads and projects the sessions whose tables were behind when the journal was opened, so that the journal need not
  /// be searched for their changes again.
  package func catchUp() {
    catchUp(environment.journal.behind[...])
  }

  private func catchUp(_ ids: ArraySlice<SessionID>) {
    guard let id = ids.first else { return }
    // Without growing the journal's stack.
    let next: @Sendable () -> Void = { [self] in
      environment.later { [self] in catchUp(ids.dropFirst()) }
    }
    sessions.find(id) { [self] result in
      // A session that is damaged or has been deleted does not hold up the others.
      guard case .success(let store?) = result else { return next() }
      environment.journal.project(store) { _ in next() }
    }
  }

  /// Prunes the history of all sessions that exceed the retention limits, in parts small enough not to delay other
  /// users of the journal.
  ///
  /// - Parameters:
  ///   - now: The time that ages refer to in milliseconds since 1970; nil: the environment's.
  ///   - done: Called when all sessions are done, or when the journal cannot be read or written.
  package func compact(_ retention: Retention, asOf now: Int64? = nil, done: @escaping @Sendable () -> Void) {
    let before = (now ?? environment.now()) - retention.age
    let pass = Compaction(registry: self, retention: retention, before: before, done: done)
    pass.proceed(after: nil)
  }

  // MARK: Timers

  /// Starts firing timers, including overdue ones.
  package func startTimers(_ wakeup: any WakeupTimer) {
    environment.timerScheduler.start(wakeup) { [self] timer, ended in
      fire(timer) { outcome in
        switch outcome {
        case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): ended(.later)
        case .failed(.damaged), .failed(.quarantined): ended(.damaged)
        case .notDue(let moment): ended(.moved(moment))
        default: ended(.over)
        }
      }
    }
  }

  /// Stops firing timers until the next start.
  package func stopTimers() { environment.timerScheduler.stop() }

  private func fire(
    _ timer: DueTimer, refusing refused: Refused? = nil, _ answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: timer.session, refusingIfFull(answer) { [self] in fire(timer, refusing: $0, answer) }) {
      [environment] store, answer in
      store.fire(timer.timer, refusing: refused, environment, answer: answer)
    }
  }

  /// Returns an answer that has an action of the server itself refused when the journal finds a recipient's mailbox full.
  private func refusingIfFull(
    _ answer: @escaping @Sendable (Outcome) -> Void, again: @escaping @Sendable (Refused) -> Void
  ) -> @Sendable (Outcome) -> Void {
    { outcome in
      if case .failed(.mailboxFull) = outcome { again(.mailboxFull) } else { answer(outcome) }
    }
  }

  // MARK: Messages

  /// Starts delivering messages, including undelivered ones from before the process started.
  ///
  /// - Parameter onFailure: Called for each message that could not be delivered.
  package func startMessages(
    _ wakeup: any WakeupTimer, onFailure: @escaping @Sendable (Undelivered) -> Void = { _ in }
  ) {
    environment.messageDispatcher.start(wakeup) { [self] message, ended in
      receive(message) { [self] outcome in
        switch outcome {
        case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): ended(.later)
        case .failed(.overtaken), .failed(.unknown): ended(.overtaken)
        case .failed(.damaged), .failed(.quarantined): ended(.damaged)
        case .receipt: ended(.over)
        case .refused(let refused):
          drop(Undelivered(message: message, refused: refused), ended, then: onFailure)
        case .notFound:
          drop(Undelivered(message: message, refused: nil), ended, then: onFailure)
        default: dismiss(message, ended) {}
        }
      }
    }
  }

  /// Dismisses a message, counts it, and records the reason in the session of its sender, if that still exists and can be
  /// written. The log has it anyway.
  private func drop(
    _ undelivered: Undelivered, _ ended: @escaping @Sendable (MessageDispatcher.DeliveryResult) -> Void,
    then onFailure: @escaping @Sendable (Undelivered) -> Void
  ) {
    dismiss(undelivered.message, ended) { [self] in
      environment.messageDispatcher.countDropped(undelivered)
      onFailure(undelivered)
      withStore(of: undelivered.message.sender, { _ in }) { [environment] store, answer in
        store.note(undelivered, environment, answer: answer)
      }
    }
  }

  /// Stops delivering messages until the next start.
  package func stopMessages() { environment.messageDispatcher.stop() }

  private func receive(_ message: MessageRow, _ answer: @escaping @Sendable (Outcome) -> Void) {
    // Not repeated if it is overtaken: another node may have delivered the message.
    sessions.use(message.recipient) { [self] result in
      switch result {
      case .success(let store?):
        return use(store, answer) { [environment] store, answer in
          store.receive(message, environment, answer: answer)
        } again: { [self] in
          receive(message, answer)
        }
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  /// Deletes a message that changed nothing. If the deletion cannot be written, the message is delivered again.
  private func dismiss(
    _ message: MessageRow, _ ended: @escaping @Sendable (MessageDispatcher.DeliveryResult) -> Void,
    then done: @escaping @Sendable () -> Void
  ) {
    let settled: @Sendable (JournalFailure?) -> Void = { failure in
      if failure == nil { done() }
      ended(failure == nil ? .over : failure == .overtaken ? .overtaken : .later)
    }
    guard let node = environment.shared else {
      if !environment.journal.submit(.dismiss(message.id), settled: settled) { ended(.later) }
      return
    }
    let drop: @Sendable () -> Void = {
      let commit = SessionCommit(session: message.recipient, basis: nil, token: .random())
      if !node.journal.submit(.dismiss(message.id), as: commit, settled: settled) { ended(.later) }
    }
    sessions.use(message.recipient) { [self] result in
      switch result {
      case .success(let store?):
        let answer: @Sendable (Outcome) -> Void = { outcome in
          switch outcome {
          case .unchanged: settled(nil)
          case .failed(let failure): settled(failure)
          default: ended(.later)
          }
        }
        return finish(store.dismiss(message, environment, answer: answer), store, answer)
      case .success(nil): drop()
      case .failure: ended(.later)
      }
      return true
    }
  }

  // MARK: Calls

  /// Starts asking other servers for sessions, also the calls from before the process started.
  ///
  /// - Parameters:
  ///   - refused: Called with a call whose action for the answer was refused.
  ///   - send: Sends a request once. `ended` is called once, on any thread.
  package func startCalls(
    _ wakeup: any WakeupTimer, refused: @escaping @Sendable (CallRow, Refused) -> Void = { _, _ in },
    send: @escaping @Sendable (CallRow, _ ended: @escaping @Sendable (CallAttempt) -> Void) -> Void
  ) {
    let runner = CallRunner(environment: environment, send: send) { [self] in take($1, of: $0, $2) }
    environment.callScheduler.start(wakeup, refused: refused, run: runner.run)
  }

  private func take(
    _ given: CallAnswer, of call: CallRow, refusing refused: Refused? = nil,
    _ answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: call.session, refusingIfFull(answer) { [self] in take(given, of: call, refusing: $0, answer) }) {
      [environment] store, answer in
      store.take(given, of: call, refusing: refused, environment, answer: answer)
    }
  }

  /// Stops asking until the next start.
  package func stopCalls() { environment.callScheduler.stop() }

  // MARK: Expiry

  /// Deletes the sessions that have not changed for longer than their own expiry or that of the server, unless they
  /// have listeners or a lease.
  ///
  /// - Parameters:
  ///   - now: Milliseconds since 1970.
  ///   - done: Called at the end of the pass, or when the journal cannot be read or written.
  package func expire(asOf now: Int64, done: @escaping @Sendable () -> Void) {
    Expiration(registry: self, expiry: Expiry(now: now, age: environment.limits.expiry), done: done).start()
  }

  /// Reports whether a session that does not exist has expired.
  package func hasExpired(_ id: SessionID, answer: @escaping @Sendable (Bool) -> Void) {
    environment.journal.tombstone(of: id) { result in
      guard case .success(let tombstone?) = result else { return answer(false) }
      answer(tombstone.hasExpired)
    }
  }

  // MARK: Metrics

  /// Writes the metrics of all loaded sessions. Locks each session briefly, so it must not run on an event loop.
  package func report(in text: inout MetricsText) {
    environment.actions.report(in: &text)
    text.counter(
      "navstate_history_trims_total", "Histories that were pruned because they exceeded --history-bytes.",
      environment.trims.value)
    text.counter(
      "navstate_sessions_expired_total", "Sessions that were deleted because they expired.",
      environment.expirations.value)
    let now = environment.now()
    let load = sessions.all.map { $0.load(at: now) }
    text.gauge("navstate_sessions_loaded", "Sessions in memory.", load.count)
    text.gauge(
      "navstate_sessions_damaged", "Sessions with corrupted data that have not been deleted.",
      environment.quarantine.count)
    catalogue.traps.report(in: &text)
    text.gauge("navstate_sessions_memory_bytes", "Approximate memory of the loaded sessions.", memory.used)
    text.gauge(
      "navstate_memory_counted_bytes",
      "Approximate memory that clients can grow: sessions, connections, definitions, leases.",
      memory.budget.used)
    text.gauge(
      "navstate_actions_waiting", "Pending changes that are not durable yet.", load.reduce(0) { $0 + $1.pending })
    text.gauge(
      "navstate_listeners", "Event streams, and requests that wait for a change.",
      load.reduce(0) { $0 + $1.listeners })
    environment.shared?.report(in: &text)
    text.begin(
      "navstate_loops", .gauge,
      "Sessions with an endless chain of timers, messages or calls that was slowed down within the last minute.")
    for kind in SlowedChain.Kind.allCases {
      text.series(load.count { $0.slowed.contains(kind) }, ["kind": kind.rawValue])
    }
    environment.timerScheduler.report(in: &text)
    environment.callScheduler.report(in: &text)
    environment.messageDispatcher.report(in: &text)
    batches.report(in: &text)
  }
}
