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

  private func render(_ record: IdempotencyRecord) {
    do throws(CorruptSession) {
      if let receipt = try StoredReceipt(stored: record.body ?? []) {
        render(receipt, record)
      } else {
        repeats(record, record.body ?? [])
      }
    } catch {
      fail(error)
    }
  }

  /// Restores the session for the receipt. If that revision was pruned, plan and session are omitted.
  private func render(_ receipt: StoredReceipt, _ record: IdempotencyRecord) {
    RevisionRead(registry: registry, id: id, revision: record.revision) { outcome in
      // Not 410, from which a client would conclude that nothing was done (decision 0004).
      if case .pruned = outcome { repeats(record, receipt.minimal) } else { answer(outcome) }
    } found: { store, tree, version in
      readEdits(of: receipt, record, tree) { edits in
        repeats(record, receipt.whole(store, tree, version, edits))
      }
    }.start()
  }

  /// Reads the edits of the change, from which the plan is made.
  private func readEdits(
    of receipt: StoredReceipt, _ record: IdempotencyRecord, _ tree: Tree, found: @escaping @Sendable ([Edit]) -> Void
  ) {
    guard receipt.isChanged else { return found([]) }
    let query = PastQuery(
      session: id, selection: .descending(record.revision...record.revision), content: .steps)
    registry.readPermits.withPermit(for: id, otherwise: answer) { permit in
      registry.environment.journal.walk(query, with: ChangeEdits(endingAt: tree)) { result in
        permit.restore()
        switch result {
        case .success(let change) where change.isComplete: found(change.edits)
        // The change was pruned since.
        case .success: repeats(record, receipt.minimal)
        case .failure(.unread(let failure)): answer(.failed(failure))
        case .failure(.damaged(let error)): fail(error)
        }
      }
    }
  }

  private func fail(_ error: CorruptSession) {
    answer(
      .failed(.damaged("The response stored for a key of the session \(id.text) cannot be read: \(error.detail).")))
  }

  private func repeats(_ record: IdempotencyRecord, _ body: [UInt8]) {
    answer(.replayed(StoredResponse(status: record.status, body: body), revision: record.revision))
  }
}
