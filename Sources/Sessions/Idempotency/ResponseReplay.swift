import JSON
import Navigation

/// The repetition of a response that is stored for an idempotency key.
struct ResponseReplay: Sendable {
  let registry: SessionRegistry
  let id: SessionID
  let key: String

  /// Reads the stored response; nil when the journal has evicted the key.
  func run() async -> Outcome? {
    do throws(JournalFailure) {
      guard let record = try await registry.environment.journal.idempotencyRecord(for: key, of: id) else { return nil }
      do throws(OutcomeError) {
        let body = try await body(of: record)
        return .replayed(StoredResponse(status: record.status, body: body), revision: record.revision)
      } catch {
        return error.outcome
      }
    } catch {
      return .failed(error)
    }
  }

  private func body(of record: IdempotencyRecord) async throws(OutcomeError) -> [UInt8] {
    let stored: StoredReceipt?
    do throws(CorruptSession) { stored = try StoredReceipt(stored: record.body ?? []) } catch { throw failure(error) }
    guard let receipt = stored else { return record.body ?? [] }
    // Restores the session for the receipt. If that revision was pruned, plan and session are omitted.
    do throws(OutcomeError) {
      let past = try await RevisionRead(registry: registry, id: id, revision: record.revision).run()
      if let edits = try await edits(of: receipt, record, past.tree) {
        return receipt.whole(past.store, past.tree, past.version, edits)
      }
      // A session that is deleted meanwhile has no changes either.
      if past.store.isDeleted { throw OutcomeError(outcome: .notFound) }
      return receipt.minimal
    } catch {
      // Not 410, from which a client would conclude that nothing was done (decision 0004).
      if case .pruned = error.outcome { return receipt.minimal }
      throw error
    }
  }

  /// Reads the edits of the change, from which the plan is made; nil: the change was pruned since.
  private func edits(
    of receipt: StoredReceipt, _ record: IdempotencyRecord, _ tree: Tree
  ) async throws(OutcomeError) -> [Edit]? {
    guard receipt.isChanged else { return [] }
    let query = PastQuery(
      session: id, selection: .descending(record.revision...record.revision), content: .steps)
    let result = try await registry.readPermits.withPermit(for: id) { () async throws(PastFailure) in
      try await registry.environment.journal.walk(query, with: ChangeEdits(endingAt: tree))
    }
    switch result {
    case .success(let change): return change.isComplete ? change.edits : nil
    case .failure(.unread(let failure)): throw OutcomeError(failure)
    case .failure(.damaged(let error)): throw failure(error)
    }
  }

  private func failure(_ error: CorruptSession) -> OutcomeError {
    OutcomeError(
      .damaged("The response stored for a key of the session \(id.text) cannot be read: \(error.detail)."))
  }
}
