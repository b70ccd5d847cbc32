import Navigation

extension SessionRegistry {
  /// Carries out actions on a session. `answer` is called once, when the outcome is durable.
  package func perform(_ request: ActionRequest, on id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    if let node = environment.shared {
      return perform(request, on: id, node, SharedAttempts(startedAt: environment.now()), answer: answer)
    }
    // A request to a loaded session reads nothing first, unless it moves through the history or is repeated.
    let execution = RequestExecution(registry: self, request: request, id: id, answer: answer)
    if request.historyMove == nil, let store = sessions[id], !isHeld(id),
      case .done(let result) = store.send(request, environment, answer: answer),
      finish(result, store, answer, ifCostly: { execution.waitForTurn(of: store) })
    {
      return
    }
    execution.start()
  }

  /// Reads a session, or a part of it.
  package func read(
    _ reading: SessionStore.Reading, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    if environment.shared == nil, let store = sessions[id], finish(store.read(reading, answer: answer), store, answer) {
      return
    }
    withStore(of: id, answer) { store, answer in store.read(reading, answer: answer) }
  }

  /// Reads the slowed chains of a session that go on.
  package func readSlowedChains(of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    read(.slowedChains(at: environment.now()), of: id, answer: answer)
  }

  /// Finds the app of a session; nil if there is no such session.
  package func app(of id: SessionID, answer: @escaping @Sendable (Result<App?, JournalFailure>) -> Void) {
    sessions.find(id) { result in answer(result.map { $0?.currentApp }) }
  }

  /// Deletes a session with all its data.
  package func delete(
    _ id: SessionID, as deletion: Deletion = Deletion(), if precondition: Precondition? = nil, lease: String? = nil,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    sessions.use(id) { [self] result in
      switch result {
      case .success(let store?):
        if isHeld(id) {
          inTurn(of: store, otherwise: answer) { [self] in
            delete(id, as: deletion, if: precondition, lease: lease, answer: answer)
          }
          return true
        }
        let step = store.delete(as: deletion, if: precondition, lease: lease, environment) { [self] outcome in
          if case .deleted = outcome { forget(deleted: store) }
          if case .failed(.overtaken) = outcome {
            return delete(id, as: deletion, if: precondition, lease: lease, answer: answer)
          }
          answer(outcome)
        }
        return finish(step, store, answer)
      case .success(nil): answer(.notFound)
      // A session that cannot be read has no revision to compare with a precondition.
      case .failure(.damaged) where precondition == nil, .failure(.quarantined) where precondition == nil:
        discard(id, as: deletion, answer: answer)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  func forget(deleted store: SessionStore) {
    sessions.forget(store)
    if store.state.withLock({ $0.lease != nil }) { leases.remove(of: store.id) }
    environment.quarantine.release(store.id)
  }

  /// Deletes a corrupted or quarantined session, which has no store.
  private func discard(_ id: SessionID, as deletion: Deletion, answer: @escaping @Sendable (Outcome) -> Void) {
    let settled: @Sendable (JournalFailure?) -> Void = { [environment] failure in
      if failure == nil { environment.quarantine.release(id) }
      answer(failure.map(Outcome.failed) ?? .deleted)
    }
    let isSubmitted =
      if let node = environment.shared {
        node.journal.submit(
          .delete(id, as: deletion), as: SessionCommit(session: id, basis: nil, token: .random()), settled: settled)
      } else {
        environment.journal.submit(.delete(id, as: deletion), settled: settled)
      }
    if !isSubmitted { answer(.journalBusy) }
  }

  // MARK: Timers

  /// Fires a timer immediately.
  package func fireNow(
    _ timer: Timer.ID, of id: SessionID, if precondition: Precondition?, lease: String?, wantsSession: Bool,
    isFromBackend: Bool, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store, answer in
      store.fireNow(
        timer, if: precondition, lease: lease, wantsSession: wantsSession, isFromBackend: isFromBackend, environment,
        answer: answer)
    }
  }

  /// Cancels a timer.
  package func cancel(
    _ timer: Timer.ID, of id: SessionID, if precondition: Precondition? = nil, lease: String? = nil,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store, answer in
      store.cancel(timer, if: precondition, lease: lease, environment, answer: answer)
    }
  }

  // MARK: Messages

  /// Sends an action to another session, as a change of the sender.
  ///
  /// The recipient must run the sender's app or an app that accepts messages from it. Otherwise the message is refused
  /// like one to a session that does not exist, after the same read of the journal.
  ///
  /// - Parameters:
  ///   - request: A request with a `message`.
  ///   - isTrusted: Whether the message may go to sessions of all apps.
  package func post(
    _ request: ActionRequest, from id: SessionID, isTrusted: Bool, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let message = request.message, let recipient = SessionID(message.recipient) else {
      return perform(request, on: id, answer: answer)
    }
    sessions.find(id) { [self] result in
      switch result {
      case .success(let sender?):
        mayReceive(message, recipient, from: isTrusted ? nil : sender.apps.name) { [self] result in
          switch result {
          case .success(true): perform(request, on: id, answer: answer)
          case .success(false): perform(request.withoutRecipient(), on: id, answer: answer)
          case .failure(let failure): answer(.failed(failure))
          }
        }
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  /// Reports whether the session exists and accepts the message from the app; nil: any app.
  private func mayReceive(
    _ message: SentMessage, _ id: SessionID, from app: String?,
    answer: @escaping @Sendable (Result<Bool, JournalFailure>) -> Void
  ) {
    if environment.shared == nil, let store = sessions[id], !store.isDeleted,
      store.currentApp.accepts(message, from: app)
    {
      return answer(.success(true))
    }
    environment.journal.identity(of: id) { [catalogue] result in
      answer(
        result.map { identity in
          guard let identity else { return false }
          if app == nil { return true }
          return catalogue.version(identity.appVersion, of: identity.app)?.app.accepts(message, from: app) ?? false
        })
    }
  }

  // MARK: Access

  /// Acquires or extends the exclusive right of a client to write to a session.
  package func lease(
    _ id: SessionID, _ request: LeaseRequest, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment, leases] store, answer in
      if environment.shared != nil {
        return store.changeLease(environment, answer: answer) { $0.granted(to: request, at: $1).map(Optional.init) }
      }
      return store.withLease(environment, answer) { state, now in
        switch state.lease.granted(to: request, at: now) {
        case .failure(let holder): return .locked(holder.lease, at: now)
        case .success(let lease):
          // Under the lock of the store, so that its copy and the table do not differ.
          guard leases.set(lease, of: id, at: now) else { return .tooManyLeases }
          state.lease = lease
          return .leased(lease)
        }
      }
    }
  }

  /// Ends the lease with the id `shown`. Succeeds when the session has no lease.
  package func endLease(
    of id: SessionID, shown: String?, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment, leases] store, answer in
      if environment.shared != nil {
        return store.changeLease(environment, answer: answer) { lease, now in
          lease.blocking(shown, at: now).map { .failure(LeaseHolder(lease: $0)) } ?? .success(nil)
        }
      }
      return store.withLease(environment, answer) { state, now in
        if let lease = state.lease.blocking(shown, at: now) { return .locked(lease, at: now) }
        if state.lease != nil { leases.remove(of: id) }
        state.lease = nil
        return .leased(nil)
      }
    }
  }

  /// Replaces a session's token. Once the change is durable, the former token is invalid and event streams that were
  /// opened with it end.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the new token; empty: no token opens the session until a new one is set.
  ///   - holder: The hash of the token in the request, which must still be current; nil: not required.
  package func changeToken(
    of id: SessionID, to hash: [UInt8], holding holder: [UInt8]?, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store, answer in
      store.changeToken(to: hash, holding: holder, environment, answer: answer)
    }
  }

  /// Adds a token or a handoff code to a session.
  package func add(_ token: SessionToken, to id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: id, answer) { [environment] store, answer in
      store.changeTokens(environment, answer: answer) { (access, now) throws(Refused) in
        try access.tokens.adding(token, at: now)
      }
    }
  }

  /// Removes a token or a handoff code of a session.
  package func removeToken(_ token: String, of id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: id, answer) { [environment] store, answer in
      store.changeTokens(environment, answer: answer) { (access, now) throws(Refused) in
        try access.tokens.removing(token, at: now)
      }
    }
  }

  /// Trades a handoff code for a token.
  ///
  /// - Parameters:
  ///   - code: SHA-256 of the code.
  ///   - hash: SHA-256 of the token.
  ///   - traded: Called before `answer` with the session and the new token.
  package func trade(
    code: [UInt8], for hash: [UInt8], traded: @escaping @Sendable (SessionID, SessionToken) -> Void,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    environment.journal.session(withCode: code) { [self] result in
      switch result {
      case .failure(let failure): answer(.failed(failure))
      case .success(nil): answer(.refused(.noSuchCode))
      // The code is looked up again under the lock of the session, so that of two trades one succeeds
      // (decision 0043).
      case .success(let id?):
        withStore(of: id, answer) { [environment] store, answer in
          store.changeTokens(environment, answer: answer) { (access, now) throws(Refused) in
            let (tokens, token) = try access.trading(code, for: hash, at: now)
            traded(id, token)
            return tokens
          }
        }
      }
    }
  }

  /// Changes the labels of a session, gives it a key, and answers with the session.
  package func change(
    _ id: SessionID, by patch: MetadataPatch, if precondition: Precondition?, lease: String?,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment] store, answer in
      store.change(by: patch, if: precondition, lease: lease, environment, answer: answer)
    }
  }

  /// Finds the session of an app that has a key; nil when there is none.
  package func find(
    key: String, of app: String, found: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void
  ) {
    environment.journal.session(withKey: key, of: app, read: found)
  }

  // MARK: Carrying out

  /// Uses a store. The outcome goes to the given answer, which may be another one than that of the caller.
  typealias StoreUse = @Sendable (SessionStore, @escaping @Sendable (Outcome) -> Void) -> StoreResult

  /// Calls `body` with a session's store, which is loaded if necessary. On a shared journal it is called again if
  /// another node has overtaken its write.
  func withStore(
    of id: SessionID, _ answer: @escaping @Sendable (Outcome) -> Void, _ body: @escaping StoreUse
  ) {
    if environment.shared != nil {
      return withSharedStore(of: id, SharedAttempts(startedAt: environment.now()), answer, body)
    }
    sessions.use(id) { [self] result in
      switch result {
      case .success(let store?):
        return use(store, answer, body) { [self] in withStore(of: id, answer, body) }
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  /// Uses a store, or waits for a turn of the session.
  ///
  /// - Parameter again: Called when it is the turn.
  /// - Returns: false when the store was unloaded; the session has to be looked up again then.
  func use(
    _ store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void, _ body: StoreUse,
    again: @escaping @Sendable () -> Void
  ) -> Bool {
    guard !isHeld(store.id) else {
      inTurn(of: store, otherwise: answer, again)
      return true
    }
    return finish(body(store, answer), store, answer) { inTurn(of: store, otherwise: answer, again) }
  }

  /// Answers with the result of a store.
  ///
  /// - Parameter wait: Called when the request has to wait for a turn.
  /// - Returns: false when the store was unloaded; the session has to be looked up again then.
  func finish(
    _ result: StoreResult, _ store: SessionStore, _ answer: @escaping @Sendable (Outcome) -> Void,
    ifCostly wait: () -> Void = { preconditionFailure("only requests with actions are costly") }
  ) -> Bool {
    memory.note(store)
    switch result {
    case .answered(let outcome): answer(outcome)
    case .pending: sessions.unloadIfNeeded()
    case .retired: return false
    case .costly: wait()
    }
    return true
  }
}
