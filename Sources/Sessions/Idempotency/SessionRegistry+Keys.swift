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
          memory.record(store)
          return outcome
        case .done: sessions.forget(retired: store)
        case .begun:
          memory.record(store)
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
  package func end(_ key: IdempotencyKey, of session: SessionID?, recording answer: StoredResponse?) async {
    guard let session else { return await end(key, recording: answer) }
    let outcome = await withStore(of: session, waits: false) { [environment] store, repeated in
      store.end(key, recording: answer, environment, answer: repeated)
    }
    // The store has not been reached, or its write was overtaken: a key that runs for ever could not be used again.
    if case .unchanged = outcome { return }
    sessions[session]?.state.withLock { $0.idempotencyRecords.end(key.text) }
  }

  /// Returns the answer to the first request with the key; nil: the session knows none.
  package func answer(to key: IdempotencyKey, of id: SessionID) async -> Outcome? {
    do throws(JournalFailure) {
      guard let store = try await sessions.find(id) else { return nil }
      let expired = environment.now() - environment.limits.idempotencyLifetime
      switch store.state.withLock({ $0.idempotencyRecords.status(of: key, expired) }) {
      case .new: return nil
      case .running: return .keyInProgress
      case .reused: return .keyReused
      case .completed: return await ResponseReplay(registry: self, id: id, key: key.text).run()
      }
    } catch {
      return .failed(error)
    }
  }

  /// Looks up the key of a request that has no session or creates one.
  private func begin(_ key: IdempotencyKey) async throws(JournalFailure) -> Outcome? {
    // Before the read of the journal, so that two requests with one key cannot both find that there is no answer.
    guard creations.begin(key.text) else { return .keyInProgress }
    let expired = environment.now() - environment.limits.idempotencyLifetime
    var runs = false
    defer { if !runs { creations.end(key.text) } }
    guard let record = try await environment.journal.idempotencyRecord(for: key.text, of: nil), record.at > expired
    else {
      runs = true
      return nil
    }
    return record.fingerprint == key.fingerprint ? .replayed(record) : .keyReused
  }

  private func end(_ key: IdempotencyKey, recording answer: StoredResponse?) async {
    defer { creations.end(key.text) }
    guard let answer else { return }
    let record = key.record(of: nil, status: answer.status, revision: 0, body: answer.body, at: environment.now())
    _ = try? await environment.journal.store(.record(record))
  }
}

extension Outcome {
  fileprivate static func replayed(_ record: IdempotencyRecord) -> Outcome {
    .replayed(StoredResponse(status: record.status, body: record.body ?? []), revision: record.revision)
  }
}
