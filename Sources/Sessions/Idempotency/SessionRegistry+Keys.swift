// Idempotency keys of requests that do not change a session; their responses are stored separately.
extension SessionRegistry {
  /// Looks up an idempotency key, and marks a new one as running.
  ///
  /// - Parameter session: The scope of the key; nil: requests without a session.
  /// - Returns: nil when the request is to be carried out; `end` has to be called afterwards.
  package func begin(_ key: IdempotencyKey, of session: SessionID?) async -> Outcome? {
    do throws(JournalFailure) {
      guard let session else { return try await begin(key) }
      while let store = try await sessions.find(session) {
        switch store.begin(key, environment) {
        case .done(.answered(let outcome)):
          memory.note(store)
          return outcome
        case .done: sessions.forget(retired: store)
        case .begun:
          memory.note(store)
          return nil
        case .repeats:
          let replay = ResponseReplay(registry: self, id: session, key: key.text)
          if let outcome = await replay.run() { return outcome }
          store.forgetAnswer(to: key.text)
        }
      }
      return .notFound
    } catch {
      return .failed(error)
    }
  }

  /// Stores the response to a key's request, or releases the key when there is none.
  ///
  /// Returns once the response is durable or cannot be stored; the request has been carried out in both cases.
  package func end(_ key: IdempotencyKey, of session: SessionID?, keeping answer: StoredResponse?) async {
    guard let session else { return await end(key, keeping: answer) }
    _ = await withStore(of: session) { store, repeated in
      store.end(key, keeping: answer, environment, answer: repeated)
    }
  }

  /// Looks up the key of a request that has no session or creates one.
  private func begin(_ key: IdempotencyKey) async throws(JournalFailure) -> Outcome? {
    // Before the read of the journal, so that two requests with one key cannot both find that there is no answer.
    guard creations.begin(key.text) else { return .keyInProgress }
    let expired = environment.now() - environment.limits.keptAnswers
    var runs = false
    defer { if !runs { creations.end(key.text) } }
    guard let kept = try await environment.journal.answer(to: key.text, of: nil), kept.at > expired else {
      runs = true
      return nil
    }
    return kept.fingerprint == key.fingerprint ? .replayed(kept) : .keyReused
  }

  private func end(_ key: IdempotencyKey, keeping answer: StoredResponse?) async {
    defer { creations.end(key.text) }
    guard let answer else { return }
    let kept = key.kept(of: nil, status: answer.status, revision: 0, body: answer.body, at: environment.now())
    _ = try? await environment.journal.store(.keep(kept))
  }
}

extension Outcome {
  fileprivate static func replayed(_ kept: IdempotencyRecord) -> Outcome {
    .replayed(StoredResponse(status: kept.status, body: kept.body ?? []), revision: kept.revision)
  }
}
