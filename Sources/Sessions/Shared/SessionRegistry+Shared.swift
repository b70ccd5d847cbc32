import Navigation

/// The attempts of a request to a session that other nodes write to.
struct SharedAttempts: Sendable {
  var lost = 0
  /// Milliseconds since 1970.
  let startedAt: Int64

  /// The attempts after another lost race.
  var next: SharedAttempts { SharedAttempts(lost: lost + 1, startedAt: startedAt) }

  /// The lost races after which a request is carried out under a lock of the session.
  static let mostLost = 2
}

// Requests to sessions that several nodes serve. A request whose write was overtaken is carried out again.
extension SessionRegistry {
  /// Carries out actions on a session.
  func perform(
    _ request: ActionRequest, on id: SessionID, _ node: SharedNode, _ attempts: SharedAttempts,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    let repeating = repeating(on: id, attempts, answer) { [self] attempts, session in
      perform(request, on: id, node, attempts, in: session, answer: answer)
    }
    let execution = RequestExecution(registry: self, request: request, id: id, answer: repeating)
    if attempts.lost == 0, request.historyMove == nil, !request.isDryRun, let store = sessions[id], !isHeld(id),
      let result = store.sendUnchecked(request, environment, answer: repeating),
      finish(result, store, repeating, ifCostly: { execution.waitForTurn(of: store) })
    {
      return
    }
    execution.start()
  }

  /// Carries out actions again.
  ///
  /// - Parameter session: Finds the session.
  private func perform(
    _ request: ActionRequest, on id: SessionID, _ node: SharedNode, _ attempts: SharedAttempts,
    in session: @escaping FindSession, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    let repeating = repeating(on: id, attempts, answer) { [self] attempts, session in
      perform(request, on: id, node, attempts, in: session, answer: answer)
    }
    RequestExecution(registry: self, request: request, id: id, answer: repeating).start(in: session)
  }

  /// Finds a session for a use.
  typealias FindSession = @Sendable (@escaping LoadedSessions.Use) -> Void

  /// Calls `body` with a session's store, which is loaded if necessary and brought up to date.
  func withSharedStore(
    of id: SessionID, _ attempts: SharedAttempts, in session: FindSession? = nil,
    _ answer: @escaping @Sendable (Outcome) -> Void, _ body: @escaping StoreUse
  ) {
    let repeating = repeating(on: id, attempts, answer) { [self] attempts, session in
      withSharedStore(of: id, attempts, in: session, answer, body)
    }
    let find = session ?? { [sessions] body in sessions.use(id, body) }
    find { [self] result in
      switch result {
      case .success(let store?):
        return use(store, repeating, body) { [self] in withSharedStore(of: id, attempts, answer, body) }
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  /// Returns an answer that repeats a request whose write was overtaken: at first after a check, then under a lock.
  private func repeating(
    on id: SessionID, _ attempts: SharedAttempts, _ answer: @escaping @Sendable (Outcome) -> Void,
    again: @escaping @Sendable (SharedAttempts, @escaping FindSession) -> Void
  ) -> @Sendable (Outcome) -> Void {
    { [environment, sessions] outcome in
      guard case .failed(.overtaken) = outcome, let node = environment.shared else { return answer(outcome) }
      let next = attempts.next
      guard environment.now() - attempts.startedAt < environment.limits.storeTimeout else {
        return answer(.sessionBusy(waiting: next.lost))
      }
      again(next) { body in
        if next.lost < SharedAttempts.mostLost {
          sessions.use(id, body)
        } else {
          node.reservations.reserve(id, in: sessions, body)
        }
      }
    }
  }
}

// The commits of other nodes, and the division of work among the nodes.
extension SessionRegistry {
  /// Begins to listen to the other nodes, on a shared journal.
  ///
  /// - Parameter onReset: Called with the reason when all sessions in memory were dropped.
  package func startSharing(onReset: @escaping @Sendable (_ reason: String) -> Void = { _ in }) {
    guard let node = environment.shared else { return }
    node.journal.announceMembership { [self] membership in
      node.take(membership)
      environment.messageDispatcher.wake()
      environment.callScheduler.readAgain()
    }
    node.journal.announceHints { [self] hints in
      for hint in hints { take(hint, node, onReset) }
    }
  }

  /// Sets how the catalogues of apps are brought up to date when a session needs a version that another node has defined.
  package func refreshCatalogues(by refresh: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> Void) {
    environment.shared?.setRefresh(refresh)
  }

  private func take(_ hint: NodeHint, _ node: SharedNode, _ onReset: @Sendable (String) -> Void) {
    switch hint {
    case .sessions(let ids): checkListened(ids.compactMap { sessions[$0] })
    case .shown(let ids): presences?.refresh(ids.compactMap { sessions[$0] })
    case .timers(let timers):
      for timer in timers where node.owns(timer.session) { environment.timerScheduler.add(timer) }
    case .messages(let shares): if !shares.isDisjoint(with: node.shares) { environment.messageDispatcher.wake() }
    case .calls(let shares): if !shares.isDisjoint(with: node.shares) { environment.callScheduler.readAgain() }
    case .catalogues: break
    case .anything:
      checkListened()
      environment.messageDispatcher.wake()
      environment.callScheduler.readAgain()
    case .reset(let reason):
      dropSessions()
      onReset(reason)
    }
  }

  /// Brings all sessions with listeners up to date. To be called every two seconds on a shared journal, since hints of
  /// other nodes may be lost.
  package func checkListened() {
    guard environment.shared != nil else { return }
    let stores = sessions.all
    checkListened(stores)
    presences?.refresh(stores)
    presences?.removeAgain()
  }

  private func checkListened(_ stores: [SessionStore]) {
    // A session without listeners is compared when a request uses it.
    for store in stores where store.load(at: environment.now()).listeners > 0 { bringUpToDate(store) {} }
  }

  /// Applies the commits of other nodes to a session, if the journal can be read; at once if the journal is not shared.
  ///
  /// A read of the history that misses a change calls this before it answers, because another node may have deleted or
  /// pruned the session.
  func bringUpToDate(_ store: SessionStore, then body: @escaping @Sendable () -> Void) {
    guard let node = environment.shared else { return body() }
    node.checker.check(store, environment) { [sessions] _ in
      if store.isLost { sessions.forget(store) }
      body()
    }
  }

  /// Forgets all sessions in memory, which are loaded again when they are used. Event streams end.
  private func dropSessions() {
    for store in sessions.all {
      // Lost before it is forgotten: a request that has the store already must not use it any more.
      store.lose()
      sessions.forget(store)
      store.announceInterruption(by: environment.broadcaster)
    }
  }
}
