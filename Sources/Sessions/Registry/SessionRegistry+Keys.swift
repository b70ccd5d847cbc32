import Synchronization

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
    guard let session else { return begin(key, answer: answer) }
    guard let store = loadedStore(session) else {
      return load(session, answer) { [self] in begin(key, of: session, answer: answer) }
    }
    let step = store.begin(key, environment, answer: answer)
    if case .replay(let text) = step {
      return replay(text, of: session, answer) { [self] in
        store.forgetAnswer(to: text)
        begin(key, of: session, answer: answer)
      }
    }
    finish(step, store, answer) { begin(key, of: session, answer: answer) }
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
    withStore(of: session, { _ in ended() }) { [environment] store in
      store.end(key, keeping: answer, environment, ended: ended)
    }
  }

  /// Looks up the key of a request that has no session or creates one.
  func begin(_ key: IdempotencyKey, answer: @escaping @Sendable (Outcome?) -> Void) {
    guard creations.begin(key.text) else { return answer(.keyInProgress) }
    let finish: @Sendable (Outcome) -> Void = { [creations] outcome in
      creations.end(key.text)
      answer(outcome)
    }
    kept(under: key.text) { [self] result in
      switch result {
      case .failure(let failure): finish(.failed(failure))
      case .success(let kept?) where kept.fingerprint == key.fingerprint: finish(.replayed(kept))
      case .success(.some): finish(.keyReused)
      case .success(nil):
        guard let former = key.formerText else { return answer(nil) }
        // Other records under that name may belong to a different credential.
        self.kept(under: former) { result in
          switch result {
          case .failure(let failure): finish(.failed(failure))
          case .success(let kept?) where kept.fingerprint == key.fingerprint: finish(.replayed(kept))
          case .success: answer(nil)
          }
        }
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

extension SessionStore {
  fileprivate func begin(
    _ key: IdempotencyKey, _ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome?) -> Void
  ) -> Progress {
    let known = state.withLock { state -> Progress? in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return .answer(.notFound) }
      if let step = state.known(key, environment.now() - environment.limits.keptAnswers) { return step }
      state.runningKeys.insert(key.text)
      return nil
    }
    if let known { return known }
    answer(nil)
    return .wait
  }

  fileprivate func end(
    _ key: IdempotencyKey, keeping answer: StoredResponse?, _ environment: SessionEnvironment,
    ended: @escaping @Sendable () -> Void
  ) -> Progress {
    let isOver = state.withLock { state in
      state.runningKeys.remove(key.text)
      guard let answer, !state.isDeleted, !state.isRetired else { return true }
      let kept = key.kept(
        of: id, status: answer.status, revision: state.revision, body: stored(answer.body, &state),
        at: environment.now())
      let number = state.wait(for: .keep(kept)) { _ in ended() }
      guard environment.journal.submit(.keep(kept), settled: { [self] in settle(number, $0) }) else {
        state.rollBackLast()
        return true
      }
      state.runningKeys.insert(key.text)
      return false
    }
    if isOver { ended() }
    return .wait
  }
}

/// The idempotency keys of running requests that have no session or create one.
final class RunningKeys: Sendable {
  private let keys = Mutex<Set<String>>([])

  func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }
  func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
