import Support
import Navigation

// Work of the server itself, not of a request.
extension SessionRegistry {
  /// Loads the sessions whose snapshots are behind since their process ended, and stores these: the journal need not be searched
  /// for their changes again, and flows count them.
  package func catchUp() {
    catchUps.begin()
    Task.inline { [self] in
      defer { catchUps.end() }
      // After a failure, the next start or the next change of the nodes finds them.
      let behind = try? await environment.journal.behind(in: environment.node.partitions ?? .all)
      for id in behind ?? [] {
        do throws(JournalFailure) {
          let isInUse = isLoaded(id)
          guard let store = try await sessions.find(id) else { continue }
          try await environment.journal.storeSnapshot(of: store)
          if !isInUse { sessions.unloadIfSettled(store) }
        } catch {
          // A session that is damaged does not hold up the others.
        }
        await environment.proceedLater()
      }
    }
  }

  /// Waits until the runs of ``catchUp()`` that have begun are done.
  package func waitUntilCaughtUp() async { await catchUps.whenDone() }

  /// Prunes the history of all sessions that exceed the retention limits, in parts small enough not to delay other
  /// users of the journal. Returns when all sessions are done, or when the journal cannot be read or written.
  ///
  /// - Parameter now: The time that ages refer to in milliseconds since 1970; nil: the environment's.
  package func compact(_ retention: Retention, asOf now: Int64? = nil) async {
    let before = (now ?? environment.now()) - retention.age
    await Compaction(registry: self, retention: retention, before: before).run()
  }

  // MARK: Timers

  /// Starts firing timers, including overdue ones.
  package func startTimers(_ wakeup: any WakeupTimer) {
    environment.timerScheduler.start(wakeup) { [self] timer in
      let span = environment.tracer?.begin()
      let outcome = await refusingIfFull { refused in
        await withStore(of: timer.session) { [self] store, answer in
          store.fire(timer.timer, refusing: refused, in: span, environment, answer: answer)
        }
      }
      if let span { environment.tracer?.end(span, firing: timer, outcome) }
      return switch outcome {
      case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): .later
      case .failed(.damaged), .failed(.quarantined): .damaged
      case .notDue(let moment): .moved(moment)
      default: .over
      }
    }
  }

  /// Stops firing timers until the next start.
  package func stopTimers() { environment.timerScheduler.stop() }

  /// Has an action of the server itself refused when the journal finds a recipient's mailbox full.
  private func refusingIfFull(_ attempt: (_ refused: ActionError?) async -> Outcome) async -> Outcome {
    let outcome = await attempt(nil)
    guard case .failed(.mailboxFull) = outcome else { return outcome }
    let refused = await attempt(.mailboxFull)
    // The `otherwise` of a call may send to a full mailbox as well, which has to be tried later.
    if case .failed(.mailboxFull) = refused { return .journalBusy }
    return refused
  }

  // MARK: Messages

  /// Starts delivering messages, including undelivered ones from before the process started.
  ///
  /// - Parameter onFailure: Called for each message that could not be delivered.
  package func startMessages(
    _ wakeup: any WakeupTimer, onFailure: @escaping @Sendable (Undelivered) -> Void = { _ in }
  ) {
    environment.messageDispatcher.start(wakeup) { [self] message in
      switch await receive(message) {
      case .journalBusy, .turnsBusy, .failed(.full), .failed(.unavailable): return .later
      case .failed(.overtaken), .failed(.unknown): return .overtaken
      case .failed(.damaged), .failed(.quarantined): return .damaged
      case .receipt: return .over
      case .refused(let refused): return await drop(Undelivered(message: message, refused: refused), onFailure)
      case .notFound: return await drop(Undelivered(message: message, refused: nil), onFailure)
      default: return await dismiss(message)
      }
    }
  }

  /// Dismisses a message, counts it, and records the reason in the session of its sender, if that still exists and can be
  /// written. The log has it anyway.
  private func drop(
    _ undelivered: Undelivered, _ onFailure: (Undelivered) -> Void
  ) async -> MessageDispatcher.DeliveryResult {
    let result = await dismiss(undelivered.message)
    guard case .over = result else { return result }
    environment.messageDispatcher.countDropped(undelivered)
    onFailure(undelivered)
    Task.inline { [self] in
      _ = await withStore(of: undelivered.message.sender) { [self] store, answer in
        store.record(undelivered, environment, answer: answer)
      }
    }
    return result
  }

  /// Stops delivering messages until the next start.
  package func stopMessages() { environment.messageDispatcher.stop() }

  private func receive(_ message: MessageRow) async -> Outcome {
    do throws(JournalFailure) {
      // Not repeated if it is overtaken: another node may have delivered the message.
      return try await withStoreOnce(of: message.recipient) { [self] store, answer in
        store.receive(message, environment, answer: answer)
      }
    } catch {
      return .failed(error)
    }
  }

  /// Deletes a message that changed nothing. If the deletion cannot be written, the message is delivered again.
  private func dismiss(_ message: MessageRow) async -> MessageDispatcher.DeliveryResult {
    do throws(JournalFailure) {
      // The only node need not find out whether another one has delivered the message.
      if environment.node.isSole { return try await environment.journal.store(.dismiss(message.id)) ? .over : .later }
      let outcome: Outcome
      do throws(JournalFailure) {
        outcome = try await withStoreOnce(of: message.recipient, waits: false) { [self] store, answer in
          store.dismiss(message, environment, answer: answer)
        }
      } catch {
        return .later
      }
      switch outcome {
      case .unchanged: return .over
      case .failed(let failure): throw failure
      case .notFound:
        let commit = SessionCommit(session: message.recipient, basis: nil, token: .random())
        return try await environment.journal.store(.dismiss(message.id), as: commit) ? .over : .later
      default: return .later
      }
    } catch {
      return error == .overtaken ? .overtaken : .later
    }
  }

  // MARK: Calls

  /// Starts asking other servers for sessions, also the calls from before the process started.
  ///
  /// - Parameters:
  ///   - refused: Called with a call whose action for the answer was refused.
  ///   - send: Sends a request once.
  package func startCalls(
    _ wakeup: any WakeupTimer, refused: @escaping @Sendable (CallRow, ActionError) -> Void = { _, _ in },
    sending send: @escaping @Sendable (CallRow) async -> CallAttempt
  ) {
    let runner = CallRunner(environment: environment, send: send) { [self] call, given in
      await refusingIfFull { refused in
        await withStore(of: call.session) { [self] store, answer in
          store.applyAnswer(given, of: call, refusing: refused, environment, answer: answer)
        }
      }
    }
    environment.callScheduler.start(wakeup, refused: refused, run: runner.run)
  }

  /// Stops asking until the next start.
  package func stopCalls() { environment.callScheduler.stop() }

  // MARK: Expiry

  /// Deletes the sessions that have not changed for longer than their own expiry or that of the server, unless they
  /// have listeners or a lease. Returns at the end of the pass, or when the journal cannot be read or written.
  ///
  /// - Parameter now: Milliseconds since 1970.
  package func expire(asOf now: Int64) async {
    await Expiration(registry: self, expiry: Expiry(now: now, age: environment.limits.expiry)).run()
  }

  /// Whether a session that does not exist has expired.
  package func hasExpired(_ id: SessionID) async -> Bool {
    let tombstone = try? await environment.journal.tombstone(of: id)
    return tombstone?.hasExpired ?? false
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
    environment.node.report(in: &text)
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
