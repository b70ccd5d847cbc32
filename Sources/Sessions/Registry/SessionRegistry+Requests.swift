import Navigation

extension SessionRegistry {
  /// Carries out actions on a session. `answer` is called once, when the outcome is durable.
  ///
  /// - Parameter store: The store of the session, if the caller has it already.
  package func perform(
    _ request: ActionRequest, on id: SessionID, in store: SessionStore? = nil, answer: @escaping Answer
  ) {
    let attempts = RequestAttempts(startedAt: environment.now())
    let execution = RequestExecution(registry: self, request: request, id: id, attempts: attempts)
    // A request to a loaded session reads nothing first, unless it moves through the history or is repeated.
    guard request.historyMove == nil, let store = store ?? sessions[id], !isHeld(id) else {
      return execution.start(answer)
    }
    guard let result = store.sendAtOnce(request, execution, answer) else { return execution.start(answer) }
    switch finish(result, store, answer) {
    case .costly?: execution.start(answer, behind: store)
    case .again?, .outcome?: execution.start(answer)
    case nil: break
    }
  }

  /// Carries out actions on a session.
  package func perform(_ request: ActionRequest, on id: SessionID) async -> Outcome {
    await awaiting { [self] in perform(request, on: id, answer: $0) }
  }

  /// The id for a session to create.
  package func newID() -> SessionID { environment.newID() }

  /// Reads a session, or a part of it.
  ///
  /// - Parameter store: The store of the session, if the caller has it already.
  package func read(
    _ reading: SessionStore.Reading, of id: SessionID, in store: SessionStore? = nil, answer: @escaping Answer
  ) {
    if environment.node.isSole, let store = store ?? sessions[id],
      finish(store.read(reading, answer: answer), store, answer) == nil
    {
      return
    }
    Task.inline { [self] in answer(await read(reading, of: id)) }
  }

  func read(_ reading: SessionStore.Reading, of id: SessionID) async -> Outcome {
    await withStore(of: id) { store, answer in store.read(reading, answer: answer) }
  }

  /// Reads the pending timers of a session.
  package func readTimers(of id: SessionID, in store: SessionStore? = nil, answer: @escaping Answer) {
    read(.timers(at: environment.timerClock), of: id, in: store, answer: answer)
  }

  /// Reads the slowed chains of a session that go on.
  package func readSlowedChains(of id: SessionID) async -> Outcome {
    await awaiting { [self] in read(.slowedChains(at: environment.now()), of: id, answer: $0) }
  }

  /// Deletes a session with all its data.
  package func delete(
    _ id: SessionID, as deletion: Deletion = Deletion(), if precondition: Precondition? = nil, lease: String? = nil
  ) async -> Outcome {
    var attempts = RequestAttempts(startedAt: environment.now())
    do throws(JournalFailure) {
      while true {
        let outcome = try await withStoreOnce(of: id, &attempts) { [self] store, answer in
          store.delete(as: deletion, if: precondition, lease: lease, environment, answer: forgetting(store, answer))
        }
        guard case .failed(.overtaken) = outcome else { return outcome }
        guard mayRepeat(&attempts) else { return .sessionBusy(waiting: attempts.lost) }
      }
    } catch {
      switch error {
      // A session that cannot be read has no revision to compare with a precondition.
      case .damaged where precondition == nil, .quarantined where precondition == nil:
        return await discard(id, as: deletion)
      default: return .failed(error)
      }
    }
  }

  /// Returns an answer that forgets the store of a session when it is deleted.
  func forgetting(_ store: SessionStore, _ answer: @escaping Answer) -> Answer {
    { [self] outcome in
      if case .deleted = outcome { forget(deleted: store) }
      answer(outcome)
    }
  }

  func forget(deleted store: SessionStore) {
    sessions.forget(store)
    if store.state.withLock({ $0.lease != nil }) { leases.remove(of: store.id) }
    environment.quarantine.release(store.id)
  }

  /// Deletes a corrupted or quarantined session, which has no store.
  private func discard(_ id: SessionID, as deletion: Deletion) async -> Outcome {
    do throws(JournalFailure) {
      let commit = SessionCommit(session: id, basis: nil, token: .random())
      guard try await environment.journal.store(.delete(id, as: deletion), as: commit) else { return .journalBusy }
      environment.quarantine.release(id)
      return .deleted
    } catch {
      return .failed(error)
    }
  }

  // MARK: Timers

  /// Fires a timer immediately.
  package func fireNow(
    _ timer: Timer.ID, of id: SessionID, if precondition: Precondition?, lease: String?, wantsSession: Bool,
    isFromBackend: Bool, by origin: ChangeOrigin = ChangeOrigin()
  ) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.fireNow(
        timer, if: precondition, lease: lease, wantsSession: wantsSession, isFromBackend: isFromBackend, by: origin,
        environment, answer: answer)
    }
  }

  /// Cancels a timer.
  package func cancel(
    _ timer: Timer.ID, of id: SessionID, if precondition: Precondition? = nil, lease: String? = nil,
    by origin: ChangeOrigin = ChangeOrigin()
  ) async -> Outcome {
    await withStore(of: id) { [self] store, answer in
      store.cancel(timer, if: precondition, lease: lease, by: origin, environment, answer: answer)
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
  package func post(_ request: ActionRequest, from id: SessionID, isTrusted: Bool) async -> Outcome {
    guard let message = request.message, let recipient = SessionID(message.recipient) else {
      return await perform(request, on: id)
    }
    do throws(JournalFailure) {
      guard let sender = try await sessions.find(id) else { return .notFound }
      let isAccepted = try await mayReceive(message, recipient, from: isTrusted ? nil : sender.apps.name)
      return await perform(isAccepted ? request : request.withoutRecipient(), on: id)
    } catch {
      return .failed(error)
    }
  }

  /// Whether the session exists and accepts the message from the app; nil: any app.
  private func mayReceive(
    _ message: SentMessage, _ id: SessionID, from app: String?
  ) async throws(JournalFailure) -> Bool {
    if let store = sessions.current(id), !store.isDeleted,
      store.currentApp.accepts(message, from: app)
    {
      return true
    }
    guard let identity = try await environment.journal.identity(of: id) else { return false }
    if app == nil { return true }
    return catalogue.version(identity.appVersion, of: identity.app)?.app.accepts(message, from: app) ?? false
  }
}
