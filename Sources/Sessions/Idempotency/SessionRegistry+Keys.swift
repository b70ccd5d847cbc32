// Idempotency keys of requests that do not change a session; their responses are stored separately.
extension SessionRegistry {
  /// Looks up an idempotency key, and marks a new one as running.
  ///
  /// - Parameters:
  ///   - session: The scope of the key; nil: requests without a session.
  ///   - answer: Called with nil when the request is to be carried out; `end` has to be called afterwards.
  package func begin(
    _ key: IdempotencyKey, of session: SessionID?, answer: @escaping @Sendable (Outcome?) -> Void
  ) {
    if let session { lookUp(key, of: session, answer) } else { begin(key, answer: answer) }
  }

  /// Finds the session, which is loaded if necessary.
  private func lookUp(
    _ key: IdempotencyKey, of session: SessionID, _ answer: @escaping @Sendable (Outcome?) -> Void
  ) {
    sessions.use(session) { [self] result in
      switch result {
      case .success(let store?): return begin(key, in: store, answer)
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      }
      return true
    }
  }

  /// - Returns: false when the store was unloaded.
  private func begin(
    _ key: IdempotencyKey, in store: SessionStore, _ answer: @escaping @Sendable (Outcome?) -> Void
  ) -> Bool {
    switch store.begin(key, environment) {
    case .done(let result): return finish(result, store, answer)
    case .begun:
      memory.note(store)
      answer(nil)
    case .repeats:
      ResponseReplay(registry: self, id: store.id, key: key.text, answer: answer).start { [self] in
        store.forgetAnswer(to: key.text)
        lookUp(key, of: store.id, answer)
      }
    }
    return true
  }

  /// Stores the response to a key's request, or releases the key when there is none.
  ///
  /// - Parameter ended: Called once the response is durable or cannot be stored; the request has been carried out in
  ///   both cases.
  package func end(
    _ key: IdempotencyKey, of session: SessionID?, keeping answer: StoredResponse?,
    ended: @escaping @Sendable () -> Void
  ) {
    guard let session else { return end(key, keeping: answer, ended: ended) }
    withStore(of: session, { _ in ended() }) { [environment] store, repeated in
      store.end(key, keeping: answer, environment, answer: repeated, ended: ended)
    }
  }

  /// Looks up the key of a request that has no session or creates one.
  func begin(_ key: IdempotencyKey, answer: @escaping @Sendable (Outcome?) -> Void) {
    // Before the read of the journal, so that two requests with one key cannot both find that there is no answer.
    guard creations.begin(key.text) else { return answer(.keyInProgress) }
    let finish: @Sendable (Outcome) -> Void = { [creations] outcome in
      creations.end(key.text)
      answer(outcome)
    }
    kept(under: key.text) { result in
      switch result {
      case .failure(let failure): finish(.failed(failure))
      case .success(let kept?) where kept.fingerprint == key.fingerprint: finish(.replayed(kept))
      case .success(.some): finish(.keyReused)
      case .success(nil): answer(nil)
      }
    }
  }

  private func end(_ key: IdempotencyKey, keeping answer: StoredResponse?, ended: @escaping @Sendable () -> Void) {
    let finish: @Sendable () -> Void = { [creations] in
      creations.end(key.text)
      ended()
    }
    guard let answer else { return finish() }
    let kept = key.kept(of: nil, status: answer.status, revision: 0, body: answer.body, at: environment.now())
    if !environment.journal.submit(.keep(kept), settled: { _ in finish() }) { finish() }
  }

  private func kept(under text: String, read: @escaping @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void)
  {
    let expired = environment.now() - environment.limits.keptAnswers
    environment.journal.answer(to: text, of: nil) { result in
      read(result.map { kept in kept.flatMap { $0.at > expired ? $0 : nil } })
    }
  }
}

extension Outcome {
  fileprivate static func replayed(_ kept: IdempotencyRecord) -> Outcome {
    .replayed(StoredResponse(status: kept.status, body: kept.body ?? []), revision: kept.revision)
  }
}
