import JSON
import Navigation

/// The repetition of a response that is stored for an idempotency key.
struct ResponseReplay: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  let key: String
  let answer: @Sendable (Outcome) -> Void

  /// Reads the stored response.
  ///
  /// - Parameter expired: Called when the journal has evicted the key.
  func start(expired: @escaping @Sendable () -> Void) {
    registry.environment.journal.answer(to: key, of: id) { result in
      switch result {
      case .success(let record?): render(record)
      case .success(nil): expired()
      case .failure(let failure): answer(.failed(failure))
      }
    }
  }

  /// Answers with the stored response. A difference is applied to the session at the response's revision.
  private func render(_ record: IdempotencyRecord) {
    do throws(CorruptSession) {
      if let delta = try ResponseDelta(stored: record.body ?? []) {
        render(delta, record)
      } else {
        repeats(record, record.body ?? [])
      }
    } catch {
      answer(
        .failed(.damaged("The response stored for a key of the session \(id.text) cannot be read: \(error.detail).")))
    }
  }

  /// Restores the session for the response. If that revision was pruned, the session is omitted.
  private func render(_ delta: ResponseDelta, _ record: IdempotencyRecord) {
    RevisionRead(registry: registry, id: id, revision: record.revision) { outcome in
      if case .pruned = outcome { repeats(record, delta.minimal) } else { answer(outcome) }
    } found: { store, tree, version in
      var version = version
      version.undoState = delta.undoState
      var json = JSONWriter(capacity: 512 + tree.size)
      // Its key and labels are in the difference.
      json.append(session: store, tree, version, SessionMetadata())
      repeats(record, delta.applied(to: json.bytes) ?? delta.minimal)
    }.start()
  }

  private func repeats(_ record: IdempotencyRecord, _ body: [UInt8]) {
    answer(.replayed(StoredResponse(status: record.status, body: body), revision: record.revision))
  }
}
