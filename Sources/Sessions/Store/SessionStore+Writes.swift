import Support
import Navigation

// Writes that carry out no action.
extension SessionStore {
  /// Runs `body` on the state of a session that exists, in a store that is in use.
  func whilePresent(_ answer: @escaping Answer, _ body: (inout State) -> StoreResult) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      return body(&state)
    }
  }

  /// Submits a write for which the answer waits.
  ///
  /// - Parameter now: The time at which tokens are no longer valid once the write is durable; nil: it changes no rights.
  func submit(
    _ write: Write, as kind: PendingWrite.Kind, revokingAt now: Int64? = nil, _ state: inout State,
    _ environment: SessionEnvironment, settled: @escaping Settled
  ) -> StoreResult {
    let number = state.wait(for: kind, settled: settled)
    if let now { state.revokeWhenCommitted(at: now, by: environment.broadcaster) }
    guard submit(write, as: number, &state, environment) else {
      state.rollBackLast()
      return .answered(.journalBusy)
    }
    return .pending
  }

  // MARK: Tokens

  /// Changes the tokens of the session. Once the change is durable, event streams of removed tokens end.
  ///
  /// - Parameters:
  ///   - holder: The hash of the token in the request, which must still be valid; nil: not required.
  ///   - change: Returns the new tokens, given the present ones and the time.
  func changeTokens(
    holding holder: [UInt8]? = nil, _ environment: SessionEnvironment, answer: @escaping Answer,
    by change: (SessionAccess, _ now: Int64) throws(ActionError) -> SessionAccess
  ) -> StoreResult {
    whilePresent(answer) { state in
      let (present, now) = (access(state.nextTokens, in: state), environment.now())
      // Of two concurrent changes with the same token, the first one wins.
      if let holder, present.role(of: holder, at: now) == nil { return state.afterPending(.notFound, answer) }
      let changed: SessionAccess
      do throws(ActionError) {
        changed = try change(present, now)
      } catch {
        return state.afterPending(.refused(error), answer)
      }
      let (creation, others) = (changed.tokenHash, changed.tokens)
      return submit(
        .tokens(id, creation: creation, others: others), as: .tokens(creation: creation, others: others),
        revokingAt: now,
        &state, environment
      ) {
        answer($0.map(Outcome.failed) ?? .tokenChanged)
      }
    }
  }

  private func access(
    _ tokens: (creation: [UInt8], others: SessionTokens), in state: borrowing State
  ) -> SessionAccess {
    SessionAccess(tokenHash: tokens.creation, clientRole: app(state.appVersion).clientRole, tokens: tokens.others)
  }

  // MARK: Key and labels

  /// Changes the labels, gives the session a key, and answers with the session.
  func change(
    by patch: MetadataPatch, if precondition: Precondition?, lease: String?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      if let refusal = state.refusal(precondition, lease, environment, answer) { return refusal }
      let current = app(state.appVersion)
      if let name = patch.labels.first(where: { current.variants.sets($0.name) })?.name {
        return state.afterPending(.refused(.variantLabel(name, of: current)), answer)
      }
      let labels = patch.applied(to: state.nextLabels)
      guard labels.count <= SessionMetadata.mostLabels else {
        return state.afterPending(.refused(.tooManyLabels(labels.count)), answer)
      }
      // Another request may be giving the session its key at this moment.
      let former = state.nextKey
      if let former, let key = patch.key, !key.isIdentical(to: former) {
        return state.afterPending(.refused(.keyIsFixed(former)), answer)
      }
      let key = former == nil ? patch.key.map { SessionKey(app: apps.name, key: $0) } : nil
      let now = environment.now()
      return submit(
        .labels(id, labels, key: key), as: .labels(labels, key: key?.key), revokingAt: now, &state, environment
      ) { [self] failure in
        switch failure {
        case nil: readAgain(.session, answer)
        case .keyTaken: answer(.refused(.keyTaken(patch.key ?? "", of: apps.name)))
        case let failure?: answer(.failed(failure))
        }
      }
    }
  }

  // MARK: Deletion

  /// Deletes the session with all its data, once flows have counted its way.
  func delete(
    as deletion: Deletion = Deletion(), if precondition: Precondition? = nil, lease: String? = nil,
    _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    guard state.withLock({ $0.hasUncountedWay }) else {
      return deleteAtOnce(as: deletion, if: precondition, lease: lease, environment, answer: answer)
    }
    Task.inline { [self] in
      // A session that cannot be counted can be deleted. A change that is made meanwhile has to be counted as well.
      var attempts = 0
      repeat {
        await pendingWrites()
        try? await environment.journal.storeSnapshot(of: self)
        attempts += 1
      } while attempts < 8 && state.withLock { $0.flow?.isBehind ?? false && $0.isSnapshotBehind }
      switch deleteAtOnce(as: deletion, if: precondition, lease: lease, environment, answer: answer) {
      case .answered(let outcome): answer(outcome)
      case .pending, .costly: break
      case .retired: answer(.failed(.overtaken))
      }
    }
    return .pending
  }

  private func deleteAtOnce(
    as deletion: Deletion, if precondition: Precondition?, lease: String?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      if let refusal = state.refusal(precondition, lease, environment, answer) { return refusal }
      // The session may have been used since the query that found it.
      if let expiry = deletion.expiry, !expiry.applies(to: state) { return .answered(.unchanged) }
      state.isDeleted = true
      let result = submit(.delete(id, as: deletion), as: .deletion, &state, environment) {
        answer($0.map(Outcome.failed) ?? .deleted)
      }
      guard case .pending = result else { return result }
      state.whenCommitted { [self] in endSubscriptions(by: environment.broadcaster) { $0.sessionDeleted() } }
      return .pending
    }
  }

  // MARK: Idempotency keys

  /// Marks a new key as running. A known key is left as it is.
  func begin(_ key: IdempotencyKey, _ environment: SessionEnvironment) -> KeyResult {
    state.withLock { state in
      if state.isRetired { return .done(.retired) }
      if state.isDeleted { return .done(.answered(.notFound)) }
      switch state.idempotencyRecords.status(of: key, environment.now() - environment.limits.idempotencyLifetime) {
      case .running: return .done(.answered(.keyInProgress))
      case .reused: return .done(.answered(.keyReused))
      case .completed: return .repeats
      case .new:
        state.idempotencyRecords.begin(key.text)
        return .begun
      }
    }
  }

  /// The result of beginning a key.
  enum KeyResult {
    case done(StoreResult)
    /// The journal has the stored response.
    case repeats
    /// The request is to be carried out.
    case begun
  }

  /// Stores the response to a key's request, or releases the key when there is none.
  ///
  /// The answer is `unchanged`, also if the response cannot be stored.
  func end(
    _ key: IdempotencyKey, recording response: StoredResponse?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      state.idempotencyRecords.end(key.text)
      // The answers of a deleted session go with it. Another node may have carried out the request at the same time, and
      // have stored the success that is the reason of this refusal.
      guard let response, !state.isDeleted, !state.isRetired,
        response.status < 300 || state.idempotencyRecords[key.text] == nil
      else { return .answered(.unchanged) }
      let record = key.record(
        of: id, status: response.status, revision: state.revision, body: response.body, at: environment.now())
      let result = submit(.record(record), as: .record(record), &state, environment) { failure in
        answer(failure == .overtaken ? .failed(.overtaken) : .unchanged)
      }
      guard case .pending = result else { return .answered(.unchanged) }
      state.idempotencyRecords.begin(key.text)
      return .pending
    }
  }

  func forgetAnswer(to key: String) {
    state.withLock { $0.idempotencyRecords.remove(key) }
  }
}

extension SessionStore.State {
  /// Whether flows may not have counted a part of the way: no snapshot has it, or one that is being stored.
  fileprivate var hasUncountedWay: Bool {
    !isDeleted && !isRetired && (flow?.isBehind ?? false || commits != nil && flow?.isUnconfirmed ?? false)
  }

  // The values once all pending writes complete.

  /// The hash of the token of the creation, and the other tokens.
  fileprivate var nextTokens: (creation: [UInt8], others: SessionTokens) {
    lastPending { if case .tokens(let creation, let others) = $0 { (creation, others) } else { nil } } ?? (
      tokenHash, tokens
    )
  }

  var nextLabels: Labels {
    lastPending { if case .labels(let labels, _) = $0 { labels } else { nil } } ?? metadata.labels
  }

  var nextKey: String? {
    lastPending { if case .labels(_, let key) = $0 { key } else { nil } } ?? metadata.key
  }

  /// The metadata, which responses show together with the changes before which it is stored.
  var nextMetadata: SessionMetadata {
    guard pending.contains(where: { if case .labels = $0.kind { true } else { false } }) else { return metadata }
    var next = metadata
    (next.labels, next.key) = (nextLabels, nextKey)
    return next
  }

  var nextLease: Lease? {
    lastPending { kind -> Lease?? in if case .lease(let lease) = kind { .some(lease) } else { .none } } ?? lease
  }

  private func lastPending<Value>(_ value: (PendingWrite.Kind) -> Value?) -> Value? {
    for write in pending.reversed() {
      if let value = value(write.kind) { return value }
    }
    return nil
  }

  /// The result of a write that the lease of another client or the precondition forbids; nil: it is allowed.
  mutating func refusal(
    _ precondition: Precondition?, _ lease: String?, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult? {
    let now = environment.now()
    if let lease = self.lease.blocking(lease, at: now) { return .answered(.locked(lease, at: now)) }
    guard let precondition, !precondition.holds(at: revision) else { return nil }
    return afterPending(.preconditionFailed(revision: revision), answer)
  }
}
